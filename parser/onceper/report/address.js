"use strict";
// What stands behind the # of the address: a view, and what its list is asked for. So a view can be sent, and Back works.
const address = {
  read() {
    const [, view, , asked] = /^#?([^?]*)(\?(.*))?$/s.exec(location.hash);
    return { view, asked: Object.fromEntries(new URLSearchParams(asked ?? "")) };
  },
  of(view, asked) {
    const words = new URLSearchParams(Object.entries(asked).filter(([, value]) => value)).toString();
    return words ? `#${view}?${words}` : `#${view}`;
  },
  // What is typed letter by letter is one step of the history.
  write(view, asked, typing) {
    const hash = address.of(view, asked);
    if (hash === location.hash) return;
    try {
      history[typing ? "replaceState" : "pushState"](null, "", hash);
    } catch {
      // Shown inside another page, there is no history of its own; the list works without.
    }
  },
};
