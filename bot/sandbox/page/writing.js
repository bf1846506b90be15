// Beneath a chat: the place to write in, or the one button that is possible there.

import { ask } from "/page/socket.js";
import { drafts, it, payloads, person } from "/page/state.js";
import { el, gist, say } from "/page/view.js";

export function mode(one) {
  const { chat } = one;
  if (chat.kind !== "private") return chat.members.includes(it.me) ? "write" : "join";
  if (chat.bot === "blocked") return "unblock";
  return chat.bot === "new" || payloads.has(it.me) ? "start" : "write";
}

export function foot(one) {
  const wanted = `${mode(one)}:${it.me}`;
  if (one.mode === wanted) return;
  one.mode = wanted;
  one.root.dataset.mode = mode(one);
  if (mode(one) === "write") {
    one.foot.replaceChildren(composer(one));
    return;
  }
  const acts = {
    start: () => {
      const payload = payloads.get(it.me) || "";
      payloads.delete(it.me);
      ask({ do: "start", payload });
    },
    unblock: () => ask({ do: "block", on: false }),
    join: () => ask({ do: "member", chat: one.chat.id, on: true }),
  };
  const hint = { start: "start.hint", join: "outside" }[mode(one)];
  one.foot.replaceChildren(
    hint && !payloads.has(it.me) ? el("p", { class: "hint" }, say(hint, { name: person().name })) : "",
    el("button", { class: "strong", type: "button", testid: mode(one), onclick: acts[mode(one)] },
      say(mode(one))));
}

// A name as it fits on one line of a phone.
function short(name) {
  const signs = [...name];
  return signs.length > 20 ? `${signs.slice(0, 19).join("")}…` : name;
}

function composer(one) {
  const input = el("textarea", { rows: "1", testid: "input", "aria-label": say("write", { name: person().name }),
    placeholder: say("write", { name: short(person().name) }), autocomplete: "off" });
  const hints = el("div", { class: "hints", role: "listbox", "aria-label": say("commands"), hidden: true,
    testid: "suggestions" });
  const reply = el("div", { class: "replying", hidden: true });
  const slash = el("button", { class: "icon", type: "button", testid: "commands", title: say("commands"),
    "aria-label": say("commands"), onclick: () => { input.value = "/"; input.focus(); suggest(one); } }, "/");
  const send = el("button", { class: "send", type: "submit", testid: "send", "aria-label": say("send"),
    title: say("send") }, "➤");
  one.input = input;
  one.hints = hints;
  one.reply = reply;
  const draft = drafts.get(`${it.me}:${one.chat.id}`) || {};
  input.value = draft.text || "";
  one.replyTo = draft.reply || null;
  input.oninput = () => { grow(input); suggest(one); };
  input.onkeydown = (event) => keydown(one, event);
  input.onblur = () => setTimeout(() => { hints.hidden = true; }, 200);
  drawReply(one);
  return el("form", { class: "composer", onsubmit: (event) => { event.preventDefault(); submit(one); } },
    hints, reply, el("div", { class: "bar" }, slash, input, send));
}

export function keep(one) {
  if (!one.input) return;
  drafts.set(`${one.me}:${one.chat.id}`, { text: one.input.value, reply: one.replyTo });
}

function grow(input) {
  input.style.height = "auto";
  input.style.height = `${Math.min(input.scrollHeight, 160)}px`;
}

function keydown(one, event) {
  const options = [...one.hints.children];
  if (!one.hints.hidden && options.length) {
    const now = options.findIndex((node) => node.getAttribute("aria-selected") === "true");
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const next = (now + (event.key === "ArrowDown" ? 1 : -1) + options.length) % options.length;
      options.forEach((node, i) => node.setAttribute("aria-selected", String(i === next)));
      options[next].scrollIntoView({ block: "nearest" });
      return;
    }
    if (event.key === "Tab" || (event.key === "Enter" && now >= 0)) {
      event.preventDefault();
      choose(one, options[Math.max(now, 0)].dataset.command);
      return;
    }
    if (event.key === "Escape") { one.hints.hidden = true; return; }
  }
  if (event.key === "Enter" && !event.shiftKey && !event.isComposing) {
    event.preventDefault();
    submit(one);
  } else if (event.key === "Escape" && one.replyTo) {
    one.replyTo = null;
    drawReply(one);
  }
}

function suggest(one) {
  const match = /^\/(\w*)$/.exec(one.input.value);
  const commands = match ? (person().commands[one.chat.id] || [])
    .filter((c) => c.command.startsWith(match[1].toLowerCase())) : [];
  one.hints.hidden = !commands.length;
  one.hints.replaceChildren(...commands.map((c) => el("button", {
    type: "button", role: "option", "aria-selected": "false", "data-command": c.command,
    testid: `command-${c.command}`, onclick: () => choose(one, c.command),
  }, el("b", {}, `/${c.command}`), " ", el("span", {}, c.description))));
}

function choose(one, command) {
  one.input.value = `/${command} `;
  one.hints.hidden = true;
  one.input.focus();
}

function submit(one) {
  const text = one.input.value;
  if (!text.trim()) return;
  const reply = one.replyTo ? one.replyTo.id : undefined;
  ask({ do: "say", chat: one.chat.id, text, reply }, (fine) => { if (!fine) one.input.value = text; });
  one.input.value = "";
  one.replyTo = null;
  one.hints.hidden = true;
  grow(one.input);
  drawReply(one);
  one.newest();
}

export function drawReply(one) {
  one.reply.hidden = !one.replyTo;
  if (!one.replyTo) return;
  one.reply.replaceChildren(
    el("div", { class: "quote" }, el("b", {}, say("reply.to", { name: one.replyTo.name })), " ", gist(one.replyTo)),
    el("button", { class: "icon", type: "button", "aria-label": say("cancel"),
      onclick: () => { one.replyTo = null; drawReply(one); } }, "✕"));
}
