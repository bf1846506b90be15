// Messages as DOM. No HTML is ever parsed here: text becomes text nodes, entities elements.

let words = {};
let language = "en";

export function speak(table, lang) {
  words = table[lang] || table.en;
  language = lang;
}

export function say(key, data = {}) {
  const text = words[key] ?? key.replace(/^hook\./, "");
  return text.replace(/\{(\w+)\}/g, (_, name) => data[name] ?? "");
}

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (value === undefined || value === null || value === false) continue;
    if (name.startsWith("on")) node.addEventListener(name.slice(2), value);
    else if (name === "class") node.className = value;
    else if (name === "testid") node.dataset.testid = value;
    else node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

export function color(number) {
  return `tone${Math.abs(number) % 7}`;
}

export function initials(name) {
  const letters = name.trim().split(/\s+/).map((word) => [...word][0] || "");
  return letters.slice(0, 2).join("").toUpperCase() || "?";
}

const SIMPLE = { bold: "b", italic: "i", underline: "u", strikethrough: "s", code: "code", pre: "pre" };
const BLOCKS = new Set(["pre", "blockquote", "expandable_blockquote"]);

// Text with entities; `act` follows links and sends commands.
export function rich(text, entities, act) {
  return within(text, [...entities], 0, text.length, act);
}

function within(text, entities, from, to, act) {
  const nodes = [];
  let at = from;
  while (entities.length) {
    const first = entities.shift();
    const end = first.offset + first.length;
    const inner = entities.filter((e) => e.offset >= first.offset && e.offset + e.length <= end);
    entities = entities.filter((e) => !inner.includes(e) && e.offset >= end);
    const block = BLOCKS.has(first.type);
    push(nodes, text.slice(at, first.offset), block, false);
    nodes.push(element(first, within(text, inner, first.offset, end, act),
      text.slice(first.offset, end), act));
    at = end;
    if (block && text[at] === "\n") at += 1;
  }
  push(nodes, text.slice(at, to), false);
  return nodes;
}

function push(nodes, text, beforeBlock) {
  if (beforeBlock && text.endsWith("\n")) text = text.slice(0, -1);
  if (text) nodes.push(document.createTextNode(text));
}

function element(entity, children, plain, act) {
  const type = entity.type;
  if (SIMPLE[type]) return el(SIMPLE[type], {}, ...children);
  if (type === "blockquote") return el("blockquote", {}, ...children);
  if (type === "expandable_blockquote") return expandable(children);
  if (type === "spoiler") return spoiler(children);
  if (type === "date_time") return date(entity, plain);
  if (type === "text_link" || type === "url") return link(entity.url || plain, children, act);
  if (type === "bot_command") {
    // A link, as a button would let the full stop behind it fall on the next line.
    return el("a", { class: "inline", role: "button", href: "#",
      onclick: (event) => { event.preventDefault(); act.say(plain); } }, ...children);
  }
  return el("span", { class: "mention" }, ...children);
}

function link(url, children, act) {
  const full = /^[a-z]+:/i.test(url) ? url : `https://${url}`;
  if (act.inside(full)) {
    return el("button", { class: "inline", type: "button", onclick: () => act.follow(full) }, ...children);
  }
  if (!/^https?:/i.test(full)) return el("span", { class: "mention" }, ...children);
  return el("a", { href: full, target: "_blank", rel: "noopener noreferrer" }, ...children);
}

function spoiler(children) {
  const node = el("button", { class: "spoiler", type: "button", "aria-label": say("spoiler"),
    "aria-expanded": "false" }, el("span", {}, ...children));
  node.addEventListener("click", () => {
    node.classList.add("shown");
    node.removeAttribute("aria-label");
    node.setAttribute("aria-expanded", "true");
  });
  return node;
}

function expandable(children) {
  const quote = el("blockquote", { class: "folded" }, ...children);
  const more = el("button", { class: "more", type: "button", "aria-expanded": "false" }, say("more"));
  more.addEventListener("click", () => {
    const open = quote.classList.toggle("folded") === false;
    more.setAttribute("aria-expanded", String(open));
    more.textContent = say(open ? "less" : "more");
  });
  return el("div", { class: "expandable" }, quote, more);
}

function date(entity, plain) {
  const node = el("time", { datetime: new Date(entity.unix_time * 1000).toISOString(), title: plain });
  node.dataset.format = entity.date_time_format || "";
  node.dataset.plain = plain;
  tick(node);
  return node;
}

const UNITS = [["day", 86400], ["hour", 3600], ["minute", 60], ["second", 1]];

// A date as its reader's own clock has it: r relative, w weekday, d/D date, t/T time.
export function tick(node) {
  const when = new Date(node.dateTime);
  const format = node.dataset.format;
  if (!format) {
    node.textContent = node.dataset.plain;
  } else if (format === "r") {
    const seconds = (when - Date.now()) / 1000;
    const [unit, size] = UNITS.find(([, length]) => Math.abs(seconds) >= length) || UNITS[3];
    node.textContent = new Intl.RelativeTimeFormat(language, { numeric: "auto" })
      .format(Math.round(seconds / size), unit);
  } else {
    const options = {};
    if (format.includes("w")) options.weekday = "long";
    if (format.includes("d")) Object.assign(options, { day: "numeric", month: "numeric", year: "2-digit" });
    if (format.includes("D")) Object.assign(options, { day: "numeric", month: "long", year: "numeric" });
    if (/t/i.test(format)) Object.assign(options, { hour: "2-digit", minute: "2-digit" });
    if (format.includes("T")) options.second = "2-digit";
    node.textContent = new Intl.DateTimeFormat(language, options).format(when);
  }
}

function clock(seconds) {
  return new Intl.DateTimeFormat(language, { hour: "2-digit", minute: "2-digit" })
    .format(new Date(seconds * 1000));
}

function serviceText(post) {
  return say(`service.${post.service.kind}`, { what: post.service.what, name: post.name });
}

// One line that stands for a message: in the pinned bar and in reply quotes.
export function gist(post) {
  if (!post || post.deleted) return "…";
  if (post.service) return serviceText(post);
  return post.text.split("\n")[0] || (post.media ? say("photo") : "");
}

function pictures(posts, act) {
  const shown = posts.filter((post) => post.media && !post.media.document);
  if (!shown.length) return null;
  const grid = el("div", { class: `pictures n${Math.min(shown.length, 4)}` });
  shown.forEach((post, index) => {
    const { url, width, height } = post.media;
    grid.append(el("button", {
      class: "picture", type: "button", testid: "photo", "aria-label": say("open"),
      onclick: () => act.enlarge(shown, index),
    }, el("img", { src: url, width, height, alt: gist(post), loading: "lazy" })));
  });
  return grid;
}

function file(post) {
  if (!post.media || !post.media.document) return null;
  const size = Math.max(1, Math.round(post.media.size / 1024));
  return el("a", { class: "file", href: post.media.url, download: post.media.name, testid: "document" },
    "📄 ", say("file", { name: post.media.name, size }));
}

function keyboard(post, act) {
  if (!post.rows.length) return null;
  const board = el("div", { class: "keyboard", testid: "keyboard" });
  for (const row of post.rows) {
    board.append(el("div", { class: "row" }, ...row.map((button) => key(post, button, act))));
  }
  return board;
}

function key(post, button, act) {
  const outside = button.url && !act.inside(button.url);
  const mark = button.copy_text ? " ⧉" : outside ? " ↗" : "";
  const node = el("button", {
    class: `key ${button.style || ""}`, type: "button", testid: "key",
    onclick: () => act.press(post, button, node),
  }, button.text + mark);
  if (button.callback_data) node.dataset.data = button.callback_data;
  return node;
}

// A message, or an album: the posts of one bubble.
export function bubble(posts, me, find, act) {
  const post = posts[0];
  const key = `${post.chat}:${post.id}`;
  if (post.service) {
    return el("li", { class: "service", "data-key": key, testid: "service" }, serviceText(post));
  }
  const worded = posts.filter((p) => p.text);
  const mine = post.sender === me;
  const target = post.reply ? find(post.chat, post.reply) : null;
  const body = el("div", { class: `bubble${mine ? " mine" : ""}${posts.some((p) => p.media && !p.media.document) ? " media" : ""}` },
    mine ? null : el("div", { class: `name ${color(post.sender)}` }, post.name),
    target ? el("div", { class: "quote" }, el("b", {}, target.name || ""), " ",
      post.quote || gist(target)) : null,
    pictures(posts, act),
    ...posts.map(file),
    ...worded.map((p) => el("div", { class: "text", testid: "text" }, ...rich(p.text, p.entities, act))),
    el("div", { class: "meta" },
      posts.some((p) => p.edited) ? el("span", { class: "edited" }, say("edited")) : null,
      el("time", { title: new Date(post.date * 1000).toLocaleString(language) }, clock(post.date))),
  );
  const answer = el("button", { class: "answer icon", type: "button", "aria-label": say("reply"),
    title: say("reply"), onclick: () => act.reply(post) }, "↩");
  return el("li", { class: mine ? "line mine" : "line", "data-key": key, "data-id": post.id,
    testid: "message" }, el("div", { class: "stack" }, body, keyboard(post, act)), answer);
}
