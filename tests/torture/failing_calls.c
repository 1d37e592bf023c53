/* Let one call of the system fail, or be the last of its process: each that changes something in one folder is counted. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static char folder[PATH_MAX];
static int failing, kills;
static atomic_int calls;

void let_fail(const char *in, int call, int by_kill) {
	snprintf(folder, sizeof folder, "%s", in);
	failing = call;
	kills = by_kill;
	atomic_store(&calls, 0);
}

int calls_made(void) { return atomic_load(&calls); }

static int fails(const char *path) {
	if (!*folder || strncmp(path, folder, strlen(folder)) || atomic_fetch_add(&calls, 1) + 1 != failing)
		return 0;
	if (kills)
		kill(getpid(), SIGKILL);
	errno = EIO;
	return 1;
}

static int fails_at(int descriptor, const char *name) {
	char link[64], path[2 * PATH_MAX] = "";
	if (name && (*name == '/' || descriptor == AT_FDCWD))
		return fails(name);
	if (!*folder)
		return 0;
	snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
	if (readlink(link, path, PATH_MAX) < 0)
		return 0;
	return fails(path);
}

#define CALL(type, name, parameters, arguments, fault) \
	type name parameters { \
		static type(*real) parameters; \
		if (!real) \
			*(void **)&real = dlsym(RTLD_NEXT, #name); \
		return (fault) ? -1 : real arguments; \
	}
#define OPEN(name, parameters, arguments, fault) \
	int name parameters { \
		static int(*real) parameters; \
		va_list more; \
		va_start(more, flags); \
		mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(more, mode_t) : 0; \
		va_end(more); \
		if (!real) \
			*(void **)&real = dlsym(RTLD_NEXT, #name); \
		return (fault) ? -1 : real arguments; \
	}

OPEN(open, (const char *path, int flags, ...), (path, flags, mode), fails_at(AT_FDCWD, path))
OPEN(open64, (const char *path, int flags, ...), (path, flags, mode), fails_at(AT_FDCWD, path))
OPEN(openat, (int at, const char *path, int flags, ...), (at, path, flags, mode), fails_at(at, path))
OPEN(openat64, (int at, const char *path, int flags, ...), (at, path, flags, mode), fails_at(at, path))
CALL(ssize_t, write, (int to, const void *bytes, size_t size), (to, bytes, size), fails_at(to, 0))
CALL(ssize_t, writev, (int to, const struct iovec *bytes, int size), (to, bytes, size), fails_at(to, 0))
CALL(ssize_t, pwrite, (int to, const void *bytes, size_t size, off_t at), (to, bytes, size, at), fails_at(to, 0))
CALL(ssize_t, pwrite64, (int to, const void *bytes, size_t size, off64_t at), (to, bytes, size, at), fails_at(to, 0))
CALL(int, ftruncate, (int to, off_t size), (to, size), fails_at(to, 0))
CALL(int, ftruncate64, (int to, off64_t size), (to, size), fails_at(to, 0))
CALL(int, fsync, (int to), (to), fails_at(to, 0))
CALL(int, fdatasync, (int to), (to), fails_at(to, 0))
CALL(int, mkdir, (const char *path, mode_t mode), (path, mode), fails_at(AT_FDCWD, path))
CALL(int, rename, (const char *from, const char *to), (from, to), fails_at(AT_FDCWD, from))
CALL(int, unlink, (const char *path), (path), fails_at(AT_FDCWD, path))
CALL(int, unlinkat, (int at, const char *path, int flags), (at, path, flags), fails_at(at, path))
CALL(int, rmdir, (const char *path), (path), fails_at(AT_FDCWD, path))
