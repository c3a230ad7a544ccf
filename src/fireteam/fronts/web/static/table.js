// The script of the pages. Without it everything works by links and forms; with it the table is live.
// The server sends regions of HTML that changed; they are laid over what stands here, so that focus, scroll, open
// parts and what is being typed stay as they are.
"use strict";

const body = document.body;
const say = key => body.dataset[key.replace(/_(.)/g, (_, ch) => ch.toUpperCase())] || "";
const byId = id => document.getElementById(id);

// Laying new HTML over old

function parsed(html) {
  const holder = document.createElement("template");
  holder.innerHTML = html;
  return holder.content;
}

function lay(old, fresh) {
  const keyed = new Map();
  for (const child of old.children) if (child.id) keyed.set(child.id, child);
  let at = old.firstChild, here;
  for (const next of [...fresh.childNodes]) {
    const known = next.id && keyed.get(next.id);
    if (known) {
      if (known !== at) old.insertBefore(known, at); else at = at.nextSibling;
      layOne(known, next);
    } else if (!next.id && (here = likeness(at, next))) {
      while (at !== here) { const gone = at; at = at.nextSibling; if (!gone.id) gone.remove(); }
      at = at.nextSibling;
      layOne(here, next);
    } else {
      old.insertBefore(next, at);
      if (next.classList) next.classList.add("fresh");
    }
  }
  while (at) { const gone = at; at = at.nextSibling; gone.remove(); }
}

// The next child of the same kind: at once for text, further on for elements, so that what stays is not made anew.
function likeness(at, next) {
  if (!at || at.id) return null;
  if (at.nodeName === next.nodeName && (at.nodeType !== 1 || at.classList[0] === next.classList[0])) return at;
  if (next.nodeType !== 1) return null;
  for (let one = at.nextSibling; one; one = one.nextSibling)
    if (!one.id && one.nodeName === next.nodeName && one.classList[0] === next.classList[0]) return one;
  return at.nodeName === next.nodeName ? at : null;
}

function layOne(old, fresh) {
  if (old.nodeType !== 1) { if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue; return; }
  if (old.nodeName !== fresh.nodeName) { old.replaceWith(fresh); return; }
  if (old.isEqualNode(fresh)) return;
  const typing = old === document.activeElement || old.dataset.typed;
  for (const { name, value } of [...fresh.attributes]) if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name) && name !== "open" && name !== "data-typed" && !(name === "list")) old.removeAttribute(name);
  if (/^(INPUT|TEXTAREA)$/.test(old.nodeName)) {
    if (!typing && old.type !== "hidden" && old.value !== fresh.value) old.value = fresh.value;
    return;
  }
  if (old.nodeName === "SELECT") {
    const kept = old.value;
    if (old.innerHTML !== fresh.innerHTML) { lay(old, fresh); if (typing || [...old.options].some(one => one.value === kept)) old.value = kept; }
    return;
  }
  if (old.nodeName === "DATALIST") return;
  if (old.dataset.heat && Number(fresh.dataset.heat) > Number(old.dataset.was || old.dataset.heat)) old.classList.add("risen");
  if (old.dataset.heat) old.dataset.was = fresh.dataset.heat;
  lay(old, fresh);
}

// The table

const table = {
  socket: null, seq: body.dataset.seq || "", tries: 0, waiting: new Map(), ended: false, number: 0, first: true,
  session: Array.from(crypto.getRandomValues(new Uint8Array(6)), one => one.toString(16).padStart(2, "0")).join(""),
};

function connection(state) {
  const shown = byId("connection");
  if (shown) { shown.dataset.state = state === "live" ? "live" : "lost"; shown.textContent = say(state); }
  table.state = state;
}

function connect() {
  const url = new URL(body.dataset.address + "/live", location.href);
  url.protocol = url.protocol.replace("http", "ws");
  const socket = table.socket = new WebSocket(url);
  socket.onopen = () => { table.tries = 0; connection("live"); for (const one of table.waiting.values()) socket.send(one.text); };
  socket.onmessage = event => hear(JSON.parse(event.data));
  socket.onclose = event => {
    if (table.socket !== socket) return;
    if (event.code === 4404 || event.code === 4410) { table.ended = true; connection("closed"); refuse(event.reason || say("closed")); return; }
    connection("lost");
    drawWaiting();
    if (!table.ended) setTimeout(connect, Math.min(8000, 250 * 2 ** table.tries++) * (.7 + Math.random() * .6));
  };
}

function hear(message) {
  if (message.type === "regions") show(message);
  else if (message.type === "result") {
    const order = table.waiting.get(message.id);
    table.waiting.delete(message.id);
    drawWaiting();
    if (message.ok) { if (order && order.clear) order.clear(); if (order && order.closes) byId("dialog").close(); refuse(""); if (message.open) openDialog(message.open); }
    else if (message.again && order) { setTimeout(() => resend(message.id, order), 800); }
    else refuse(message.why);
  } else if (message.type === "completions") {
    const list = byId("completions"), line = byId("line");
    if (list && line && line.value === message.typed) list.replaceChildren(...message.lines.map(text => { const one = document.createElement("option"); one.value = text; return one; }));
  } else if (message.type === "refused") refuse(message.why);
}

function show({ seq, regions, passages }) {
  const turn = byId("turn") && byId("turn").textContent.replace(/\s+/g, " ").trim();
  table.seq = seq;
  for (const [name, html] of Object.entries(regions)) {
    const region = byId("r-" + name);
    if (region) lay(region, parsed(html));
  }
  connection(table.state || "live");
  const list = byId("passages");
  const scroller = list && list.closest(".scroller");
  const atEnd = scroller && scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight < 90;
  let before = null;
  for (const [key, html] of passages || []) {
    const next = parsed(html).firstElementChild, known = byId("p-" + key);
    if (known) { layOne(known, next); continue; }
    if (table.first && list.firstElementChild && !before) { list.prepend(next); before = next; continue; }
    if (table.first && before) { before.after(next); before = next; continue; }
    next.classList.add("fresh");
    list.append(next);
  }
  if (table.first) sortPassages(list, passages);
  if (scroller && (atEnd || table.first)) scroller.scrollTop = scroller.scrollHeight;
  table.first = false;
  const now = byId("turn") && byId("turn").textContent.replace(/\s+/g, " ").trim();
  if (now && now !== turn) byId("spoken").textContent = now;
  const talk = document.querySelector("#talk .scroller");
  if (talk && regions.talk) talk.scrollTop = talk.scrollHeight;
}

// The first message holds all recent passages in order; the page may have been made a moment earlier.
function sortPassages(list, passages) {
  if (!list || !passages) return;
  for (const [key] of passages) { const one = byId("p-" + key); if (one) list.append(one); }
}

function refuse(why) {
  const notice = byId("notice");
  if (!notice) return;
  notice.replaceChildren();
  if (why) { const said = document.createElement("p"); said.className = "refusal"; said.textContent = why; notice.append(said); if (notice.getBoundingClientRect().bottom < 0) notice.scrollIntoView({ block: "center" }); }
}

function drawWaiting() {
  const box = byId("pending");
  if (!box) return;
  const now = performance.now();
  const late = [...table.waiting.values()].filter(one => table.state !== "live" || now - one.since > 400);
  box.replaceChildren(...late.map(one => {
    const row = document.createElement("p");
    row.className = "pending-row";
    row.textContent = (table.state === "live" ? say("sending") : say("unconfirmed")) + " " + one.what;
    return row;
  }));
}

function resend(id, order) {
  if (!table.waiting.has(id)) table.waiting.set(id, order);
  if (table.socket && table.socket.readyState === 1) table.socket.send(order.text);
}

// Forms become orders on the socket; each with an id of its own, so that whatever is sent twice acts once.
function send(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  const fields = {};
  for (const [name, value] of data) if (typeof value === "string") (fields[name] ||= []).push(value);
  fields.id = [`p-${table.session}-${++table.number}`];
  fields.seq = [table.seq];
  const what = (button && button.textContent.trim()) || (fields.line || fields.text || [""])[0];
  const order = { text: JSON.stringify({ form: fields }), what, since: performance.now(), closes: Boolean(form.closest("dialog")), clear: form.hasAttribute("data-clear") ? () => { form.reset(); for (const one of form.elements) delete one.dataset.typed; } : null };
  table.waiting.set(fields.id[0], order);
  if (table.socket && table.socket.readyState === 1) table.socket.send(order.text);
  setTimeout(drawWaiting, 420);
  drawWaiting();
}

document.addEventListener("submit", event => {
  const form = event.target, button = event.submitter;
  if (form.closest("dialog") && form.method === "post" && !form.matches("[data-order]")) { event.preventDefault(); openDialog(form.action, new FormData(form)); return; }
  if (button && button.hasAttribute("data-odds") && byId("dialog")) { event.preventDefault(); openDialog(`${button.formAction}?line=${encodeURIComponent(form.elements.line.value)}`); return; }
  if (!form.matches("[data-order]") || !table.socket || table.ended || (button && button.hasAttribute("formaction"))) return;
  event.preventDefault();
  // The same press twice is one press.
  if (button && button.dataset.pressed && performance.now() - button.dataset.pressed < 350) return;
  if (button) button.dataset.pressed = performance.now();
  send(form, button);
});

document.addEventListener("input", event => {
  const field = event.target;
  if (field.form && field.form.matches("[data-order]")) field.dataset.typed = field.value ? "1" : "";
  if (field.id === "line" && table.socket && table.socket.readyState === 1) table.socket.send(JSON.stringify({ typed: field.value }));
});

document.addEventListener("click", event => {
  const link = event.target.closest("a, [data-copies], [data-closes], .card");
  if (!link || event.ctrlKey || event.metaKey || event.shiftKey) return;
  if (link.matches("[data-copies]")) { const field = link.parentElement.querySelector("[data-copy]"); field.select(); navigator.clipboard && navigator.clipboard.writeText(field.value).then(() => { link.textContent = say("copied"); }); return; }
  if (link.matches("[data-closes]")) { byId("dialog").close(); return; }
  if (link.matches(".card")) {
    const aim = !event.target.closest("button, input, select, summary, form") && link.querySelector("[data-target]");
    if (aim) aimAt(aim.dataset.target, event);
    return;
  }
  if (link.dataset.target !== undefined) aimAt(link.dataset.target, event);
  else if (link.matches("[data-sheet], [data-odds-link], [data-keys]")) { event.preventDefault(); openDialog(link.href); }
});

function aimAt(id, event) {
  if (!table.socket || table.socket.readyState !== 1) return;
  event.preventDefault();
  table.socket.send(JSON.stringify({ target: id }));
  const act = byId("act");
  if (act && id) { act.setAttribute("tabindex", "-1"); act.focus({ preventScroll: true }); act.scrollIntoView({ block: "start", behavior: matchMedia("(prefers-reduced-motion: reduce)").matches ? "auto" : "smooth" }); }
}

async function openDialog(href, form) {
  const dialog = byId("dialog");
  if (!dialog) { location.href = href; return; }
  try {
    const answer = await fetch(href, { headers: { "x-script": "1" }, ...(form && { method: "POST", body: new URLSearchParams(form) }) });
    const page = new DOMParser().parseFromString(await answer.text(), "text/html");
    const main = page.querySelector("main");
    const holder = dialog.querySelector(".dialog-body");
    const close = document.createElement("button");
    close.type = "button"; close.className = "chip dialog-close"; close.dataset.closes = ""; close.textContent = say("close");
    const heading = main.querySelector("h1");
    if (heading) heading.id = "dialog-h";
    holder.replaceChildren(close, ...main.childNodes);
    if (!dialog.open) dialog.showModal();
  } catch { location.href = href; }
}

// Keys: everything that a pointer does. The list is on the page /keys and in the dialog behind "?".
const KEYS = {
  a: () => jump("act"), b: () => jump("board"), l: () => jump("log"), t: () => jump("talk"), m: () => jump("master"),
  d: () => jump("question"), "/": () => { const line = byId("line"); if (line) line.focus(); },
  u: () => { const undo = document.querySelector("[data-key=undo]"); if (undo) undo.click(); },
  "?": () => openDialog("/keys"), Escape: () => { const all = document.querySelector("#act [data-target='']"); if (all) all.click(); },
};
function jump(id) {
  const place = byId(id);
  if (!place) return;
  const first = place.querySelector("button:not([disabled]), summary, a, input:not([type=hidden]), [tabindex]");
  place.scrollIntoView({ block: "start" });
  if (first) first.focus();
}
document.addEventListener("keydown", event => {
  const field = event.target.closest("input, select, textarea, dialog[open]");
  if (field || event.ctrlKey || event.metaKey || event.altKey) return;
  if (/^[1-9]$/.test(event.key)) {
    const choices = [...document.querySelectorAll("#act .rows button")].filter(one => one.checkVisibility());
    const chosen = byId("question") ? byId("question").querySelectorAll(".answers button")[event.key - 1] : choices[event.key - 1];
    if (chosen) { event.preventDefault(); chosen.focus(); }
  } else if (KEYS[event.key]) { event.preventDefault(); KEYS[event.key](); }
});

// Preparing: the same forms, without leaving the page; the forecast moves as fighters are added.
async function prepare(form, button) {
  const data = new FormData(form);
  if (button && button.name) data.append(button.name, button.value);
  const answer = await fetch(form.action, { method: "POST", body: data, headers: { "x-script": "1" } });
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const main = byId("main"), next = page.querySelector("main");
  if (!next || !next.querySelector("[data-builder]")) { document.documentElement.replaceWith(page.documentElement); return; }
  const kept = byId("draft-forecast") && byId("draft-forecast").cloneNode(true);
  if (kept && next.querySelector("#draft-forecast")) next.querySelector("#draft-forecast").replaceWith(kept);
  lay(main, next);
  const scene = main.querySelector("textarea[name=scene]");
  scene.value = next.querySelector("textarea[name=scene]")?.value ?? scene.value;
  foresee();
}
let foreseen = 0;
async function foresee() {
  const box = byId("draft-forecast"), form = document.querySelector("form[data-builder]");
  if (!box || !form) return;
  const mine = ++foreseen;
  box.setAttribute("aria-busy", "true");
  const data = new FormData();
  data.set("scene", form.elements.scene.value);
  const answer = await fetch(form.action + "/forecast", { method: "POST", body: new URLSearchParams(data) });
  if (mine !== foreseen || !answer.ok) return;
  box.innerHTML = await answer.text();
  box.removeAttribute("aria-busy");
}
document.addEventListener("submit", event => {
  const form = event.target, button = event.submitter;
  if (!form.matches("form[data-builder]") || (button && /^(open|toml|json)$/.test(button.value))) return;
  event.preventDefault();
  prepare(form, button).catch(() => form.submit());
});
document.addEventListener("change", event => {
  const form = event.target.closest("form[data-builder]");
  if (form && event.target.closest("[data-at-once]")) prepare(form, null).catch(() => {});
});

if (body.dataset.address) {
  addEventListener("online", () => { if (table.socket && table.socket.readyState > 1 && !table.ended) connect(); });
  const scroller = document.querySelector("#log .scroller");
  if (scroller) scroller.scrollTop = scroller.scrollHeight;
  connect();
}
if (document.querySelector("form[data-builder]")) foresee();
