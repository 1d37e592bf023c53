"use strict";
(async () => {
  const PAGE_ROWS = 50;
  const MOST_BESIDE = 8;
  const MOST_RULES = 20;
  // report.css has so many for the parts of a bar.
  const COLOURS = 6;
  const SIGNS = { plus: "only here", other: "differs" };
  // The masks make one sentence of those that differ in the names of cards alone.
  const QUOTED = /"[^"\n]*"|“[^”\n]*”|「[^」\n]*」|『[^』\n]*』|《[^》\n]*》|«[^»\n]*»/g;

  const main = document.querySelector("main");
  const place = (id) => document.getElementById(id);
  const spaced = (word) => word.replaceAll("_", " ");
  const compareNames = new Intl.Collator().compare;

  // Strings become text, never HTML: a card text cannot add elements to the page.
  function el(tag, properties = {}, ...children) {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(properties)) {
      if (typeof value === "string" || typeof value === "number") made.setAttribute(name, value);
      else if (value !== null && value !== undefined) made[name] = value;
    }
    made.append(...children.filter((child) => child !== null && child !== ""));
    return made;
  }

  async function unpacked(letters) {
    const bytes = Uint8Array.from(atob(letters), (letter) => letter.charCodeAt(0));
    const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate"));
    return new Response(stream).json();
  }

  // a to z, then aa to zz.
  const letterOf = (at) => String.fromCharCode(97 + (at % 26)).repeat(at / 26 + 1);

  function cardsOf(data, rows) {
    return rows.map(([id, name, lang, game, field, text, limits, nonEffects, effects, unread, error, firstWords]) => ({
      id, name, lang, game, field, error, firstWords,
      text: data.shared[text],
      spoken: data.words[`${lang ?? ""}|${game ?? ""}`],
      limits: limits.map(([start, end, form, governed, sentence, noEffect], at) => {
        const [kind, scope, period, short, rule, source, why, particulars] = data.shared[form];
        return {
          start, end, kind, scope, period, rule, source, why, governed, short, noEffect, particulars,
          said: shown(data.shared[sentence]), letter: letterOf(at), shape: data.shapes[kind],
        };
      }),
      nonEffects: nonEffects.map(([start, end, form]) => {
        const [kind, words, rule, source, why] = data.shared[form];
        return { start, end, kind, words, rule, source, why };
      }),
      effects: effects.map(([form, ...ends]) => {
        const [kind, number, words, isRead] = data.shared[form];
        return { kind, number, words, isRead, ends };
      }),
      unread: unread.map(([start, end, why]) => ({ start, end, why })),
    }));
  }

  // Full and half width, capitals, accents, and the Turkish i with and without dot are searched alike.
  function folded(text) {
    return text.normalize("NFKD").replace(/[\u0300-\u036f]/g, "").replaceAll("ı", "i").toLowerCase();
  }

  function searched(card) {
    card.searched ??= folded(`${card.name ?? ""}\n${card.id}\n${card.text}`);
    return card.searched;
  }

  // Spans count code points; a string of JavaScript counts halves of those beyond the first 65,536.
  function wordsIn(card) {
    card.points ??= /[\ud800-\udfff]/.test(card.text) ? Array.from(card.text) : card.text;
    const whole = typeof card.points === "string";
    return (start, end) => (whole ? card.points.slice(start, end) : card.points.slice(start, end).join(""));
  }

  function shown(text) {
    return text
      .replace(/\r\n?/g, "\n")
      .replace(/[\u0000-\u0008\u000b-\u001f]/g, (sign) => String.fromCharCode(0x2400 + sign.charCodeAt(0)))
      // The last would turn the direction of what stands behind them.
      .replace(/[\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "\ufffd");
  }

  const nameOf = (card) => shown(card.name ?? "Without a name");
  const languageOf = (card) => card.lang ?? "no language";
  const gameOf = (card) => card.game ?? "no game";

  // Text that is no effect, each with the mark that ties it to its words; what a limit tells of already has none.
  function notesOf(card) {
    const told = new Set(card.limits.map(({ noEffect }) => noEffect));
    let number = 0;
    const next = () => card.spoken.label.note.replace("{number}", (number += 1));
    return card.nonEffects.map((found, at) => ({ ...found, note: told.has(at) ? "" : next() }));
  }

  function marksOf(card) {
    const marks = [];
    for (const { words, number, isRead, ends } of card.effects) {
      for (let at = 0; isRead && at < ends.length; at += 2) {
        const head = at || !number ? "" : `${number}\u00a0`;
        marks.push({ depth: 0, start: ends[at], end: ends[at + 1], tag: "span", of: "effect", title: words, head });
      }
    }
    for (const { note, start, end, ...found } of notesOf(card)) {
      const title = `${note} ${found.words} · ${found.why[0]}`;
      marks.push({ depth: 1, start, end, tag: "small", of: "not-effect", title, foot: note });
    }
    card.unread.forEach(({ start, end, why }, at) => {
      const title = `${card.spoken.label.not_read}: ${why}`;
      marks.push({ depth: 2, start, end, tag: "u", of: "not-read", title, foot: `?${at + 1}` });
    });
    for (const { start, end, kind, letter, shape, said, why } of card.limits) {
      const title = `${letter} ${card.spoken.kind[kind]}: ${said} · ${why[0]}`;
      marks.push({ depth: 3, start, end, tag: "mark", of: kind, title, foot: `${shape}${letter}` });
    }
    return marks;
  }

  // Of two spans that cross, the inner one comes in two pieces.
  function markedText(card) {
    const words = wordsIn(card);
    const marks = marksOf(card);
    const edges = new Set([0, card.points.length, ...marks.flatMap(({ start, end }) => [start, end])]);
    const text = el("p", { class: "text", lang: card.lang, dir: "auto" });
    const around = [];
    const close = (kept, at) => {
      while (around.length > kept) {
        const { mark, node } = around.pop();
        if (mark.foot && mark.end === at) node.append(el("sup", {}, mark.foot));
      }
    };
    const sorted = [...edges].sort((a, b) => a - b);
    sorted.slice(0, -1).forEach((start, at) => {
      const wanted = marks
        .filter((mark) => mark.start <= start && mark.end > start)
        .sort((a, b) => a.depth - b.depth || a.start - b.start || b.end - a.end);
      let kept = 0;
      while (kept < Math.min(around.length, wanted.length) && around[kept].mark === wanted[kept]) kept += 1;
      close(kept, start);
      for (const mark of wanted.slice(kept)) {
        const node = el(mark.tag, { class: mark.of, title: mark.title });
        (around.at(-1)?.node ?? text).append(node);
        if (mark.head && mark.start === start) node.append(el("b", {}, mark.head));
        around.push({ mark, node });
      }
      (around.at(-1)?.node ?? text).append(shown(words(start, sorted[at + 1])));
    });
    close(0, card.points.length);
    return text;
  }

  function list(title, tag, entries) {
    return entries.length ? [el("h5", {}, title), el(tag, {}, ...entries)] : [];
  }

  // What is behind a click stands in the language of the page.
  function entry(name, of, words, said, lines = []) {
    const head = [el("b", {}, name), el("span", {}, el("span", { class: `badge ${of}` }, words), " ", said)];
    if (!lines.length) return el("li", {}, el("div", { class: "entry" }, ...head));
    const why = lines.map((line) => el("div", { class: "why", lang: "en" }, shown(line)));
    return el("li", {}, el("details", {}, el("summary", { class: "entry" }, ...head), ...why));
  }

  function panel(card, heading, signs = new Map()) {
    const { kind: kinds, label } = card.spoken;
    const notes = notesOf(card);
    const limits = card.limits.map((limit, number) => {
      const { letter, shape, kind, noEffect, why } = limit;
      const lines = [...why, ...(notes[noEffect] ? [notes[noEffect].words] : [])];
      const item = entry(letter, kind, `${shape} ${kinds[kind]}`, limit.said, lines);
      const sign = signs.get(number);
      if (sign) item.prepend(el("span", { class: `badge ${sign}` }, SIGNS[sign]), " ");
      return item;
    });
    const effects = card.effects.filter(({ isRead }) => isRead).map((effect) => {
      const by = card.limits.filter(({ governed }) => governed.includes(card.effects.indexOf(effect) + 1));
      const limited = by.map(({ shape, letter }) => `${shape}${letter}`).join(", ");
      return entry("", "", effect.words, limited ? label.limited.replace("{limits}", limited) : "");
    });
    const nonEffects = notes.filter(({ note }) => note).map((found) => {
      const [kind, ...more] = found.words.split(" · ");
      return entry(found.note, "", kind, more.join(" · "), found.why);
    });
    const unread = card.unread.map(({ why }, at) => entry(`?${at + 1}`, "wrong", label.not_read, why));
    const nothing = !card.error && !limits.length && !effects.length && !nonEffects.length && !unread.length;
    return el(
      "div", { class: "panel" },
      el("h4", { dir: "auto" }, heading),
      markedText(card),
      card.error ? el("p", {}, el("span", { class: "badge wrong" }, "error"), " ", shown(card.error)) : null,
      nothing ? el("p", { class: "why" }, label.nothing) : null,
      el("div", { lang: card.lang },
        ...list(label.limits, "ul", limits),
        ...list(label.effects, "ul", effects),
        ...list(label.non_effects, "ul", nonEffects),
        ...list(label.unread, "ul", unread)),
    );
  }

  function badges(...items) {
    return el("ul", { class: "badges" }, ...items.map(([of, words]) => el("li", { class: `badge ${of}` }, words)));
  }

  const counted = (number) => number.toLocaleString("en");
  const led = (view, asked, words) => el("a", { href: address.of(view, asked) }, words);

  // Numbers, each of which leads to what it counts where there is something to show.
  function totals(every) {
    return el("dl", { class: "totals" }, ...every.map(([words, number, view, asked]) => {
      const [name, told] = [words, counted(number)].map((it) => (number ? led(view, asked, it) : it));
      return el("div", {}, el("dt", {}, name), el("dd", {}, told));
    }));
  }

  // A table with a line for each value: `entries` are of a value, the filters that show its line, and the column where it
  // counts. Bars show how lines compare or, with `shares`, how each divides; a table with a heading of its values has none.
  function breakdown({ title, about = "", view = "cards", heading = "", columns, entries, most, inOrder, shares }) {
    const lines = new Map();
    for (const [value, asked, column] of entries) {
      const line = lines.get(value) ?? { value, asked, whole: 0, numbers: new Map() };
      lines.set(value, line);
      line.whole += 1;
      line.numbers.set(column, (line.numbers.get(column) ?? 0) + 1);
    }
    if (!lines.size) return null;
    const drawn = [...lines.values()].sort(inOrder ? (a, b) => compareNames(a.value, b.value) : (a, b) => b.whole - a.whole).slice(0, most);
    const largest = Math.max(...drawn.map(({ whole }) => whole));
    const held = [...columns].map(([name, filters], at) => ({ name, filters, colour: `s${at % COLOURS}` }))
      .filter(({ name }) => heading || drawn.some(({ numbers }) => numbers.has(name)));
    const several = held.length > 1;
    const all = !heading && several;
    const cell = (number, asked) => el("td", { class: "number" }, number && asked ? led(view, asked, counted(number)) : counted(number));
    const bar = (line) => el("div", { class: "bar", "aria-hidden": "true" }, ...held.map(({ name, colour }) => {
      const part = el("span", { class: colour });
      part.style.width = `${(100 * (line.numbers.get(name) ?? 0)) / (shares ? line.whole : largest)}%`;
      return part;
    }));
    const unseen = (words) => el("span", { class: "unseen" }, words);
    const head = el("tr", {},
      el("th", { scope: "col" }, heading || unseen("value")),
      ...held.map(({ name, colour }) => el("th", { scope: "col", class: heading ? "number file" : "number" },
        heading ? "" : el("span", { class: `key ${colour}`, "aria-hidden": "true" }), name)),
      all ? el("th", { scope: "col", class: "number" }, "all") : "",
      heading ? "" : el("th", { scope: "col", class: "bars" }, unseen("bar")));
    const rows = drawn.map((line) => el("tr", {},
      el("th", { scope: "row" }, line.asked ? led(view, line.asked, line.value) : line.value),
      ...held.map(({ name, filters }) =>
        cell(line.numbers.get(name) ?? 0, (filters || !several) && line.asked && { ...line.asked, ...filters })),
      all ? cell(line.whole, line.asked) : "",
      heading ? "" : el("td", { class: "bars" }, bar(line))));
    return el("section", { class: "breakdown" },
      el("h3", {}, title), about ? el("p", {}, about) : "",
      el("div", { class: "wide" }, el("table", { class: heading ? "kinds" : "" }, el("thead", {}, head), el("tbody", {}, ...rows))));
  }

  // Buttons that turn the pages of a list, and what tells which page it is: above the list, and again below it.
  function pager(label, noun, turn) {
    const bars = [true, false].map((above) => {
      const button = (words, step) =>
        el("button", { type: "button", "aria-label": `${words} page of ${label}`, onclick: () => turn(step, above) }, words);
      // Only the one above speaks to screen readers, or every change would be told twice.
      const told = el("span", above ? { role: "status" } : { "aria-hidden": "true" });
      const bar = { told, previous: button("Previous", -1), next: button("Next", 1) };
      bar.node = el("div", { class: "bar-of-list" }, told, bar.previous, bar.next);
      return bar;
    });
    const [above, below] = bars;
    const tell = (first, total) => {
      const last = Math.min(first + PAGE_ROWS, total);
      const many = total.toLocaleString("en");
      const shownRows = `${(first + 1).toLocaleString("en")}–${last.toLocaleString("en")}`;
      const words = total > 1 ? `${shownRows} of ${many} ${noun}s` : `${total || "No"} ${noun}${total ? "" : "s"}`;
      for (const { told, previous, next } of bars) {
        told.textContent = words;
        previous.disabled = first === 0;
        next.disabled = last >= total;
        previous.hidden = next.hidden = total <= PAGE_ROWS;
      }
      below.node.hidden = total <= PAGE_ROWS;
    };
    const focusAbove = (step) => {
      above.node.scrollIntoView({ block: "center" });
      const [wanted, other] = step > 0 ? [above.next, above.previous] : [above.previous, above.next];
      (wanted.disabled ? other : wanted).focus({ preventScroll: true });
    };
    return { above: above.node, below: below.node, tell, focusAbove };
  }

  // A list to search and filter, page by page, whose rows open. The address says what it is asked for.
  function listing({ root, view, label, noun, heads, items, haystacks, filters, also = [], passes, orders, row }) {
    const PLAIN = { q: "", order: "", open: "", page: "" };
    const known = [...filters.map(({ name }) => name), ...also];
    let asked = { ...PLAIN };
    let found = items;
    let first = 0;
    const prefix = root.id;
    const search = el("input", { type: "search", id: `${prefix}-search`, autocomplete: "off", spellcheck: false });
    const order = el("select", { id: `${prefix}-order` }, ...orders.map(([name, words]) => el("option", { value: name }, words)));
    const chips = el("ul", { class: "badges" });
    const rows = el("div", { class: "rows", role: "table", "aria-label": label });
    const pages = pager(label, noun, (step, above) => {
      ask({ page: String(Math.floor(first / PAGE_ROWS) + 1 + step) });
      if (!above || document.activeElement?.disabled) pages.focusAbove(step);
    });
    const openAll = el("button", { type: "button" });
    openAll.onclick = () => ask({ open: asked.open ? "" : "all", page: asked.page });
    const selects = new Map();
    for (const { name, words, values, called = spaced } of filters) {
      const counts = new Map();
      for (const item of items) for (const value of new Set(values(item))) counts.set(value, (counts.get(value) ?? 0) + 1);
      // What everything or nothing has tells nothing apart.
      if (!counts.size || (counts.size === 1 && [...counts.values()][0] === items.length)) continue;
      const sorted = [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
      const options = sorted.map(([value, n]) => el("option", { value }, `${called(value)} (${n.toLocaleString("en")})`));
      const select = el("select", { id: `${prefix}-${name}`, onchange: () => ask({ [name]: select.value }) });
      select.append(el("option", { value: "" }, "any"), ...options);
      selects.set(name, { words, select, called });
    }

    function ask(changes, typing = false) {
      asked = { ...asked, page: "", ...changes };
      address.write(view, asked, typing);
      refresh();
    }

    // Names that this list does not know are left out; a value that nothing has is shown, to be taken back.
    function answer(given) {
      const own = Object.entries(given).filter(([name]) => name in PLAIN || known.includes(name));
      asked = { ...PLAIN, ...Object.fromEntries(own) };
      search.value = asked.q;
      refresh();
    }

    function chosen() {
      return Object.fromEntries(known.filter((name) => asked[name]).map((name) => [name, asked[name]]));
    }

    function draw() {
      const head = el("div", { role: "row", class: "head" }, ...heads.map((words) => el("div", { role: "columnheader" }, words)));
      const drawn = found.slice(first, first + PAGE_ROWS).map((item, at) => drawnRow(item, first + at));
      rows.replaceChildren(head, ...drawn);
      rows.setAttribute("aria-rowcount", found.length + 1);
      rows.hidden = !found.length;
      pages.tell(first, found.length);
      openAll.hidden = !found.length;
      openAll.textContent = asked.open ? "Close all" : drawn.length > 1 ? `Open all ${drawn.length}` : "Open it";
      if (asked.open) for (const opener of rows.querySelectorAll(".opener")) opener.click();
    }

    function drawnRow(item, number) {
      const { title, id, link, cells, detail } = row(item, chosen());
      const target = `${prefix}-detail-${number}`;
      const opener = el("button", { type: "button", class: "opener", "aria-expanded": "false", dir: "auto" }, title);
      const node = el(
        "div", { role: "row", "aria-rowindex": number + 2 },
        el("div", { role: "cell" }, opener, el("a", { class: "id", href: link, title: "The address of this card" }, id)),
        ...cells.map((cell) => el("div", { role: "cell" }, cell)),
      );
      opener.onclick = () => {
        const opening = opener.getAttribute("aria-expanded") === "false";
        opener.setAttribute("aria-expanded", String(opening));
        if (opening) {
          opener.setAttribute("aria-controls", target);
          node.after(el("div", { role: "row", class: "detail" }, el("div", { role: "cell", "aria-colspan": String(heads.length), id: target }, detail())));
        } else {
          opener.removeAttribute("aria-controls");
          node.nextElementSibling.remove();
        }
      };
      return node;
    }

    function refresh() {
      const words = (asked.q.match(/"[^"]+"|[^\s"]+/g) ?? []).map((word) => folded(word.replaceAll('"', "")));
      const filtered = chosen();
      found = items.filter(
        (item) => passes(item, filtered) && words.every((word) => haystacks(item).some((hay) => hay.includes(word))));
      const [name, , compare] = orders.find(([known]) => known === asked.order) ?? orders[0];
      order.value = name;
      if (compare) found = [...found].sort(compare);
      const last = Math.max(1, Math.ceil(found.length / PAGE_ROWS));
      first = PAGE_ROWS * (Math.min(last, Math.max(1, Number.parseInt(asked.page, 10) || 1)) - 1);
      const active = Object.entries(filtered);
      clear.hidden = !asked.q && !active.length;
      chips.replaceChildren(...active.map(([name, value]) => {
        const { words: title = spaced(name), called = spaced } = selects.get(name) ?? {};
        const told = `${title}: ${called(value)}`;
        const chip = el("button", { type: "button", "aria-label": `Remove the filter ${told}` }, `${told} ✕`);
        chip.onclick = () => { ask({ [name]: "" }); search.focus(); };
        return el("li", {}, chip);
      }));
      for (const [name, { select }] of selects) select.value = filtered[name] ?? "";
      draw();
    }

    const clear = el("button", { type: "button" }, "Clear all");
    clear.onclick = () => { answer({}); address.write(view, {}); search.focus(); };
    search.oninput = () => ask({ q: search.value }, Boolean(asked.q && search.value));
    order.onchange = () => ask({ order: order.value === orders[0][0] ? "" : order.value });
    search.onkeydown = (event) => {
      if (event.key === "ArrowDown") { event.preventDefault(); rows.querySelector(".opener")?.focus(); }
    };
    rows.onkeydown = (event) => {
      const openers = [...rows.querySelectorAll(".opener")];
      const own = event.target.closest('[role="row"]');
      const opener = own.querySelector(".opener") ?? own.previousElementSibling?.querySelector(".opener");
      const at = openers.indexOf(opener);
      if (event.key === "Escape" && opener?.getAttribute("aria-expanded") === "true") { opener.click(); opener.focus(); }
      else if (event.key === "ArrowDown" && openers[at + 1]) { event.preventDefault(); openers[at + 1].focus(); }
      else if (event.key === "ArrowUp" && at >= 0) { event.preventDefault(); (openers[at - 1] ?? search).focus(); }
    };
    const wide = matchMedia("(min-width: 40.01rem)").matches;
    root.append(
      el("div", { class: "search", role: "search", "aria-label": label },
        el("label", {}, "Search in name, id and text (all words; \"a phrase\")", search),
        el("label", { class: "order" }, "Order", order)),
      el("details", { class: "filters", open: wide },
        el("summary", {}, "Filters"),
        el("div", {}, ...[...selects.values()].map(({ words, select }) => el("label", {}, words, select)))),
      el("div", { class: "bar-of-list" }, chips, clear),
      pages.above, rows, pages.below,
    );
    pages.above.append(openAll);
    return answer;
  }

  const idOf = (card) => (card.field === "text" ? card.id : `${card.id} · ${card.field}`);
  const OF_A_LIMIT = {
    kind: ({ kind }) => [kind],
    scope: ({ scope }) => [scope],
    period: ({ period }) => [period],
    particular: ({ particulars }) => particulars,
  };
  const HOLDS = new Map([
    ["limit", (card) => card.limits.length],
    ["non-effect", (card) => card.nonEffects.length],
    ["effect", (card) => card.effects.length],
    ["what was not read", (card) => card.unread.length],
    ["error", (card) => card.error],
  ]);
  const CARD_FILTERS = [
    { name: "lang", words: "Language", values: (card) => [languageOf(card)] },
    { name: "game", words: "Game", values: (card) => [gameOf(card)] },
    { name: "kind", words: "Limit: kind", table: { title: "Limits by kind" }, values: (card) => card.limits.map(({ kind }) => kind) },
    { name: "scope", words: "Limit: scope", table: { title: "Limits by scope" }, values: (card) => card.limits.map(({ scope }) => scope) },
    { name: "period", words: "Limit: period", table: { title: "Limits by period" }, values: (card) => card.limits.map(({ period }) => period) },
    { name: "number", words: "Number of limits", table: { title: "Limits in a text", about: "How many texts have so many limits.", inOrder: true }, values: (card) =>
      card.error ? [] : [card.limits.length >= 4 ? "4 or more" : String(card.limits.length)] },
    { name: "non_effect", words: "No effect: kind", table: { title: "Text that is no effect" }, values: (card) => card.nonEffects.map(({ kind }) => kind) },
    { name: "effect", words: "Effect: kind", table: { title: "Effects by kind" }, values: (card) => card.effects.map(({ kind }) => kind) },
    { name: "particular", words: "Limit in particular", table: { title: "Limits in particular", about: "Those that count otherwise than so many times for what they govern." }, values: (card) => card.limits.flatMap(({ particulars }) => particulars) },
    { name: "rule", words: "Rule", table: { title: "The commonest rules", about: `The ${MOST_RULES} rules that read most limits and texts that are no effect.`, most: MOST_RULES }, called: (rule) => rule, values: (card) =>
      [...card.limits, ...card.nonEffects].flatMap(({ rule, source }) => (source === "rule" ? [rule] : [])) },
    { name: "source", words: "Found by", table: { title: "Found by rule or classifier" }, values: (card) =>
      [...card.limits, ...card.nonEffects].map(({ source }) => source) },
    { name: "holds", words: "Holds", values: (card) => [...HOLDS].filter(([, holds]) => holds(card)).map(([name]) => name) },
    { name: "error", words: "Error", table: { title: "Errors", about: "By their first words." }, called: (words) => words, values: (card) => (card.error ? [card.firstWords] : []) },
  ];
  const valuesOf = new Map(CARD_FILTERS.map(({ name, values }) => [name, values]));

  function sentencesOf(card) {
    card.sentences ??= card.unread.map(({ start, end }) =>
      shown(wordsIn(card)(start, end)).replace(QUOTED, (quoted) => `${quoted[0]}…${quoted.at(-1)}`).trim());
    return card.sentences;
  }

  // What is asked of limits has to be of one and the same limit.
  function passesAsCard(card, chosen) {
    const ofLimit = Object.keys(chosen).filter((name) => OF_A_LIMIT[name]);
    if (ofLimit.length && !card.limits.some((limit) => ofLimit.every((name) => OF_A_LIMIT[name](limit).includes(chosen[name])))) return false;
    return Object.entries(chosen).every(([name, value]) => {
      if (ofLimit.includes(name)) return true;
      if (name === "id") return card.id === value;
      return name === "sentence" ? sentencesOf(card).includes(value) : valuesOf.get(name)(card).includes(value);
    });
  }

  // The other languages of a card, and its pendulum text, stand beside it when asked for.
  function cardDetail(card, texts) {
    const own = panel(card, nameOf(card));
    const others = texts.filter((text) => text !== card);
    // Where so many share an id, it is none.
    if (!others.length || others.length > MOST_BESIDE) return own;
    const words = `Show ${others.map((text) => `${languageOf(text)} ${text.field}`).join(", ")} beside it`;
    const button = el("button", { type: "button", "aria-expanded": "false" }, words);
    const beside = el("div", { class: "two" }, own);
    button.onclick = () => {
      const opening = beside.children.length === 1;
      beside.replaceChildren(own, ...(opening ? others.map((text) => panel(text, `${nameOf(text)} (${languageOf(text)})`)) : []));
      button.setAttribute("aria-expanded", String(opening));
    };
    return el("div", {}, el("div", { class: "beside" }, button), beside);
  }

  function cardListing(cards) {
    const textsOf = new Map();
    for (const card of cards) {
      const texts = textsOf.get(card.id);
      if (texts) texts.push(card);
      else textsOf.set(card.id, [card]);
    }
    return listing({
      root: place("cards-list"), view: "cards", label: "cards", noun: "text", items: cards,
      heads: ["Card", "Language and game", "What was read"],
      haystacks: (card) => [searched(card)],
      filters: CARD_FILTERS, also: ["id", "sentence"], passes: passesAsCard,
      orders: [
        ["file", "as in the file", null],
        ["name", "by name", (a, b) => compareNames(a.name ?? "", b.name ?? "")],
        ["limits", "most limits first", (a, b) => b.limits.length - a.limits.length],
        ["length", "longest text first", (a, b) => b.text.length - a.text.length],
      ],
      row: (card) => ({
        title: nameOf(card),
        id: idOf(card),
        link: address.of("cards", { id: card.id, open: "all" }),
        cells: [el("span", { class: "origin" }, `${languageOf(card)} · ${gameOf(card)}`), badges(
          ...(card.limits.length || card.error ? [] : [["faint", "no limit"]]),
          ...card.limits.map((limit) => [limit.kind, `${limit.shape} ${shown(limit.short)}`]),
          ...[...new Set(card.nonEffects.map(({ kind }) => kind))].map((kind) => ["", spaced(kind)]),
          ...(card.unread.length ? [["wrong", `${card.unread.length} not read`]] : []),
          ...(card.error ? [["wrong", "error"]] : []),
        )],
        detail: () => cardDetail(card, textsOf.get(card.id)),
      }),
    });
  }

  // What can be asked of the list is what is counted: each filter has its table, with a column for each language. It is
  // counted when it is first looked at.
  function summary(cards) {
    if (place("summary-numbers").children.length) return;
    const languages = new Map([...new Set(cards.map(languageOf))].sort().map((lang) => [lang, { lang }]));
    const entriesOf = ({ name, values, called = spaced }) =>
      cards.flatMap((card) => values(card).map((value) => [called(value), { [name]: value }, languageOf(card)]));
    const sum = (part) => cards.reduce((many, card) => many + card[part].length, 0);
    const holding = (words, held, number = cards.filter(HOLDS.get(held)).length) => [words, number, "cards", { holds: held }];
    place("summary-numbers").append(
      totals([
        ["texts", cards.length, "cards", {}],
        holding("texts with a limit", "limit"),
        holding("limits", "limit", sum("limits")),
        holding("passages that are no effect", "non-effect", sum("nonEffects")),
        holding("effects", "effect", sum("effects")),
        ["sentences not read", sum("unread"), "unread", {}],
        holding("texts with an error", "error"),
      ]),
      el("p", {}, "Every number leads to its cards."),
      el("div", { class: "breakdowns" }, ...[
        {
          title: "Texts by language and game",
          columns: new Map([["with a limit", { holds: "limit" }], ["without", { number: "0" }]]),
          entries: cards.map((card) => [
            `${languageOf(card)} · ${gameOf(card)}`, { lang: languageOf(card), game: gameOf(card) },
            card.limits.length ? "with a limit" : "without"]),
        },
        {
          title: "Soft and hard limits", inOrder: true, shares: true,
          about: "Soft: of this copy alone. Hard: by card name. How the limits of each language divide.",
          columns: new Map([["soft", { kind: "soft" }], ["hard", { kind: "hard" }], ["other kinds", null]]),
          entries: cards.flatMap((card) => card.limits.map(({ kind }) => [
            languageOf(card), { lang: languageOf(card) }, kind === "soft" || kind === "hard" ? kind : "other kinds"])),
        },
        ...CARD_FILTERS.filter(({ table }) => table)
          .map((filter) => ({ columns: languages, entries: entriesOf(filter), ...filter.table })),
      ].map(breakdown).filter(Boolean)),
    );
  }

  // How many a view shows stands in the link to it.
  function tell(view, number) {
    document.querySelector(`nav a[href="#${view}"] span`).textContent = counted(number);
  }

  function unreadList(cards) {
    const groups = new Map();
    for (const card of cards) {
      sentencesOf(card).forEach((sentence, at) => {
        const key = `${languageOf(card)}\n${sentence}`;
        const group = groups.get(key) ?? { sentence, lang: card.lang, game: gameOf(card), why: card.unread[at].why, cards: new Set() };
        groups.set(key, group);
        group.cards.add(card);
      });
    }
    const sorted = [...groups.values()].sort((a, b) => b.cards.size - a.cards.size);
    tell("unread", cards.reduce((many, { unread }) => many + unread.length, 0));
    let first = 0;
    const sentences = el("ul", { class: "sentences" });
    const pages = pager("sentences", "sentence", (step, above) => {
      first += step * PAGE_ROWS;
      draw();
      if (!above || document.activeElement?.disabled) pages.focusAbove(step);
    });
    function draw() {
      sentences.replaceChildren(...sorted.slice(first, first + PAGE_ROWS).map(({ sentence, lang, game, why, cards: holders }) => {
        const href = address.of("cards", { sentence, lang: lang ?? "no language" });
        const go = el("a", { href }, holders.size === 1 ? "Show 1 text" : `Show ${holders.size} texts`);
        const told = `${lang ?? "no language"} · ${game} · ${why}`;
        return el("li", {}, el("div", {}, el("span", { lang, dir: "auto" }, sentence), el("div", { class: "why" }, told)), go);
      }));
      pages.tell(first, sorted.length);
    }
    place("unread-list").append(pages.above, sentences, pages.below);
    draw();
  }

  function comparison(pairs, here, there) {
    const root = place("comparison-list");
    const sides = { a: root.dataset.a, b: root.dataset.b };
    const items = pairs.map(([a, b, found]) => ({
      a: a === null ? null : here[a], b: b === null ? null : there[b],
      differences: found.map(([of, kind, differs, valueA, valueB, spanA, spanB]) =>
        ({ of, kind, differs, a: { value: valueA, span: spanA }, b: { value: valueB, span: spanB } })),
    }));
    const cardOf = ({ a, b }) => a ?? b;
    const isOnly = ({ differs }) => differs === "only_a" || differs === "only_b";
    const OF_A_DIFFERENCE = {
      of: ({ of }) => [of],
      kind: ({ kind }) => (kind ? [kind] : []),
      differs: (found) => (found.of === "limit" && !isOnly(found) ? [found.differs, "any field"] : [found.differs]),
    };
    const of = (name) => (item) => item.differences.flatMap(OF_A_DIFFERENCE[name]);
    const called = (value) =>
      ({ only_a: `only in ${sides.a}`, only_b: `only in ${sides.b}`, non_effect: "text that is no effect", unread: "what was not read" })[value]
      ?? spaced(value.replace("applies_to.", ""));
    const filters = [
      { name: "of", words: "Of what", called, values: (item) => (item.differences.length ? of("of")(item) : ["alike"]) },
      { name: "differs", words: "What differs", called, values: of("differs") },
      { name: "kind", words: "Kind", values: of("kind") },
      { name: "game", words: "Game", values: (item) => [gameOf(cardOf(item))] },
      { name: "lang", words: "Language", values: (item) => [...new Set([item.a, item.b].filter(Boolean).map(languageOf))] },
    ];
    const values = new Map(filters.map((filter) => [filter.name, filter.values]));
    // What is asked of differences has to be of one and the same, and those that are not asked for are not shown.
    const shownOf = (item, chosen) => {
      const asked = Object.keys(chosen).filter((name) => OF_A_DIFFERENCE[name]);
      return item.differences.filter((found) => asked.every((name) => OF_A_DIFFERENCE[name](found).includes(chosen[name])));
    };
    const passes = (item, chosen) => {
      if (!Object.entries(chosen).every(([name, value]) => values.get(name)(item).includes(value))) return false;
      return chosen.of === "alike" || shownOf(item, chosen).length > 0;
    };
    const said = (card, { value, span }, found) => {
      if (!card) return "not there";
      if (found.of === "text") return value ? shown(value) : "there";
      if (!span && value === null) return isOnly(found) ? "–" : "none";
      const named = found.differs.endsWith("effects") && value ? `effect ${value}` : spaced(value ?? "none");
      const words = shown(isOnly(found) && value ? value : named);
      return el("span", {}, el("b", {}, words), span ? el("q", { lang: card.lang, dir: "auto" }, shown(wordsIn(card)(...span))) : null);
    };
    const line = (item, found) => el(
      "li", {},
      el("span", {}, [called(found.of), found.kind && spaced(found.kind), called(found.differs)].filter(Boolean).join(" · ")),
      ...["a", "b"].map((side) => el("span", {}, el("span", { class: "side" }, `${sides[side]}: `), said(item[side], found[side], found))));
    const signsOf = (item, side) => new Map(item.differences
      .filter(({ of: what, [side]: { span } }) => what === "limit" && span)
      .map((found) => [item[side].limits.findIndex(({ start, end }) => start === found[side].span[0] && end === found[side].span[1]),
        isOnly(found) ? "plus" : "other"]));
    const beside = (item, side) => {
      const card = item[side];
      return card ? panel(card, `${sides[side]}: ${nameOf(card)}`, signsOf(item, side))
        : el("div", { class: "panel" }, el("h4", {}, sides[side]), el("p", {}, "This text is not there."));
    };
    const many = (test) => items.filter(({ differences }) => test(differences)).length;
    const having = (words, wanted) =>
      [words, many((found) => found.some((one) => Object.entries(wanted).every(([name, value]) => one[name] === value))), "comparison", wanted];
    const differing = many((found) => found.length);
    tell("comparison", differing);
    place("comparison-numbers").prepend(totals([
      ["texts that differ", differing, "comparison", {}],
      ["alike", items.length - differing, "comparison", { of: "alike" }],
      having("with other limits", { of: "limit" }),
      having("with other effects", { of: "effect" }),
      having("with other text that is no effect", { of: "non_effect" }),
      having("with more or less not read", { of: "unread" }),
      having("with an error", { of: "text", differs: "error" }),
      having(called("only_a"), { of: "text", differs: "only_a" }),
      having(called("only_b"), { of: "text", differs: "only_b" }),
    ].filter(([, number]) => number)));
    // A limit may differ in several fields.
    const limitsOf = ({ differences }) => new Map(differences.filter((found) => found.of === "limit").map((found) => {
      const how = isOnly(found) ? called(found.differs) : "differ";
      return [JSON.stringify([found.kind, how, found.a.span, found.b.span]), [found.kind, how]];
    }));
    const inBoth = items.filter(({ a, b }) => a && b);
    const byKind = inBoth.flatMap((item) => [
      ...["a", "b"].flatMap((side) => item[side].limits.map(({ kind }) => [kind, sides[side]])), ...limitsOf(item).values()]);
    const ofKinds = new Set(inBoth.flatMap((item) => [...limitsOf(item).values()].map(([kind]) => kind)));
    place("comparison-tables").append(...[
      {
        title: "Limits of the texts in both, by kind", heading: "kind",
        columns: new Map([
          [sides.a, null], [called("only_a"), { differs: "only_a" }], ["differ", { differs: "any field" }],
          [called("only_b"), { differs: "only_b" }], [sides.b, null]]),
        entries: byKind.map(([kind, column]) => [spaced(kind), ofKinds.has(kind) ? { of: "limit", kind } : null, column]),
      },
      {
        title: "Differences by what differs", heading: "what", columns: new Map([["differences", {}]]),
        entries: items.flatMap(({ differences }) => differences)
          .map(({ of: what, differs }) => [`${called(what)} · ${called(differs)}`, { of: what, differs }, "differences"]),
      },
    ].map((table) => breakdown({ view: "comparison", ...table })).filter(Boolean));
    return listing({
      root, view: "comparison", label: "differences", noun: "text", items, filters, also: ["id"],
      heads: ["Card", el("ul", { class: "differences" }, el("li", {}, ...["What differs", sides.a, sides.b].map((words) => el("span", {}, words))))],
      haystacks: (item) => [item.a, item.b].filter(Boolean).map(searched),
      passes: (item, { id, ...chosen }) => (!id || cardOf(item).id === id) && passes(item, chosen),
      orders: [["file", "as in the file", null], ["differences", "most differences first", (x, y) => y.differences.length - x.differences.length]],
      row: (item, chosen) => {
        const card = cardOf(item);
        const lines = shownOf(item, chosen).map((found) => line(item, found));
        return {
          title: nameOf(card), id: idOf(card), link: address.of("comparison", { id: card.id, open: "all" }),
          cells: [lines.length ? el("ul", { class: "differences" }, ...lines) : badges(["faint", "alike"])],
          detail: () => el("div", { class: "two" }, beside(item, "a"), beside(item, "b")),
        };
      },
    });
  }

  // One view is shown at a time: that of the address, else the first.
  function showViews(lists) {
    const views = [...document.querySelectorAll(".view")].filter((view) => !view.hidden);
    const links = [...document.querySelectorAll("nav a")];
    const go = (event) => {
      const { view: wanted, asked } = address.read();
      const view = views.find(({ id }) => id === wanted) ?? views[0];
      for (const other of views) other.hidden = other !== view;
      for (const link of links) {
        if (link.hash === `#${view.id}`) link.setAttribute("aria-current", "page");
        else link.removeAttribute("aria-current");
      }
      lists.get(view.id)?.(asked);
      if (!event) return;
      view.focus({ preventScroll: true });
      scrollTo(0, 0);
    };
    addEventListener("hashchange", go);
    go();
  }

  // What is searched is made ready while nobody types, so that the first letter need not wait for it.
  async function prepare(cards) {
    for (let at = 0; at < cards.length; at += 1) {
      searched(cards[at]);
      if (at % 500 === 499) await new Promise((resume) => { setTimeout(resume); });
    }
  }

  try {
    const data = await unpacked(place("data").textContent);
    place("data").remove();
    const here = cardsOf(data, data.here);
    const there = data.there ? cardsOf(data, data.there) : here;
    const lists = new Map();
    if (here.length) {
      lists.set("cards", cardListing(here));
      unreadList(here);
      lists.set("summary", () => summary(here));
    }
    if (!place("comparison").hidden) lists.set("comparison", comparison(data.pairs, here, there));
    showViews(lists);
    main.removeAttribute("aria-busy");
    await prepare([...new Set([...here, ...there])]);
  } catch (error) {
    main.removeAttribute("aria-busy");
    main.prepend(el("p", { class: "notice", role: "alert" },
      `The list of cards cannot be shown (${error.message}). Expected a browser of 2023 or later; the page may also be cut off.`));
    throw error;
  }
})();
