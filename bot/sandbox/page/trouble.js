// Trouble on demand, and new people.

import { ask } from "/page/socket.js";
import { $, it, myChats, shownChats } from "/page/state.js";
import { el, say } from "/page/view.js";

export function openTrouble(naming = false) {
  const group = shownChats().find((chat) => chat.kind !== "private")
    || myChats().find((chat) => chat.kind !== "private");
  const away = group && ["left", "kicked"].includes(group.bot);
  const muted = group && group.bot === "restricted";
  const kinds = ["flood", "silence", "cut", "repeat"];
  if (group) {
    if (group.kind === "group") kinds.push("migrate");
    kinds.push(...(away ? ["return"] : [muted ? "unmute" : "mute", "kick"]));
  }
  const name = el("input", { name: "name", maxlength: "64", required: true, testid: "add-name",
    "aria-label": say("add.name"), placeholder: say("add.name"), autocomplete: "off" });
  const act = (kind) => {
    ask({ do: "trouble", kind, chat: group ? group.id : 0 });
    $("trouble").close();
  };
  const form = el("form", { class: "adding", onsubmit: (event) => {
    event.preventDefault();
    ask({ do: "person", name: name.value });
    $("trouble").close();
  } }, name, el("button", { class: "strong", testid: "add-do" }, say("add.do")));
  const rest = naming ? [] : [
    el("p", { class: "hint" }, say("trouble.hint")),
    it.state.faults.length ? el("p", { class: "hint waits", testid: "faults" },
      say("trouble.waiting", { n: it.state.faults.length })) : "",
    ...kinds.map((kind) => el("button", { class: "wide", type: "button", testid: `trouble-${kind}`,
      onclick: () => act(kind) }, say(`trouble.${kind}`))),
    it.state.faults.length ? el("button", { class: "wide", type: "button", testid: "trouble-clear",
      onclick: () => act("clear") }, say("trouble.clear")) : "",
    group && group.members.includes(it.me) ? el("button", { class: "wide", type: "button", testid: "leave",
      onclick: () => { ask({ do: "member", chat: group.id, on: false }); $("trouble").close(); } },
    say("leave")) : "",
  ];
  $("trouble").replaceChildren(
    el("div", { class: "top" }, el("h2", {}, say(naming ? "add" : "trouble")),
      el("button", { class: "icon", type: "button", "aria-label": say("close"),
        onclick: () => $("trouble").close() }, "✕")),
    ...rest, ...(naming ? [form] : []));
  $("trouble").showModal();
  if (naming) name.focus();
}

$("trouble-open").onclick = () => openTrouble();
