/**
 * Styles of the page: colours, spacing and type are the console's tokens; the page is served before there is a console
 * build.
 */
export const outboxPageCss = `
:root { --bg: #f4f5f7; --surface: #fff; --line: #e3e6eb; --tx: #14181f; --tx-2: #4a5361; --brand: #1f5fbf; --hover: #eef1f5; --ok: #1d7a62; --late: #9c0000 }
@media (prefers-color-scheme: dark) {
  :root { --bg: #0e1116; --surface: #151a21; --line: #242b35; --tx: #e8ecf2; --tx-2: #a9b3c0; --brand: #5b95f2; --hover: #1c232d; --ok: #52fad8; --late: #ff7a7d }
}
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--tx); font: 15px/22px "Inter Variable", Inter, system-ui, sans-serif }
header, main { max-width: 760px; margin: 0 auto; padding: 16px }
header { padding-top: 32px }
h1 { font-size: 22px; line-height: 28px; font-weight: 600; margin: 0 }
h2 { font-size: 15px; line-height: 22px; font-weight: 600; margin: 8px 0 0 }
.lead { color: var(--tx-2); margin: 4px 0 12px }
.state { color: var(--tx-2); font-size: 13px; margin: 0 }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; background: var(--ok); margin-right: 4px }
.is-lost .dot { background: var(--late) }
.filters { display: flex; flex-wrap: wrap; gap: 8px; margin-bottom: 16px }
.search { flex: 1 1 240px }
input, button, select { font: inherit; color: inherit; background: var(--surface); border: 1px solid var(--line); border-radius: 6px; padding: 6px 12px; min-height: 36px }
input { width: 100% }
input::placeholder { color: var(--tx-2); opacity: 1 }
button { cursor: pointer }
button:hover { background: var(--hover) }
button[aria-pressed="true"] { border-color: var(--brand); box-shadow: inset 0 0 0 1px var(--brand) }
:focus-visible { outline: 2px solid var(--brand); outline-offset: 2px }
.chips { display: flex; flex-wrap: wrap; gap: 4px }
ol { list-style: none; margin: 0; padding: 0 }
li { background: var(--surface); border: 1px solid var(--line); border-radius: 8px; padding: 12px 16px; margin-bottom: 8px }
.meta { display: flex; flex-wrap: wrap; gap: 4px 16px; color: var(--tx-2); font-size: 13px; font-variant-numeric: tabular-nums }
.meta strong { color: var(--tx); font-weight: 550; overflow-wrap: anywhere }
.channel { font-weight: 600; color: var(--tx) }
.meta time { margin-left: auto }
.body { margin: 8px 0 0; white-space: pre-wrap; overflow-wrap: anywhere }
a { color: var(--brand) }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%) }
#empty { color: var(--tx-2); padding: 32px 0; text-align: center }
[hidden] { display: none }
.sign-out { float: right }
.sign-in { display: grid; gap: 8px; max-width: 400px }
.sign-in label { font-weight: 550 }
.sign-in button { margin-top: 8px; justify-self: start }
table { width: 100%; border-collapse: collapse; background: var(--surface); font-size: 13px; font-variant-numeric: tabular-nums }
th, td { text-align: left; padding: 4px 8px; border: 1px solid var(--line); overflow-wrap: anywhere }
.fault { color: var(--late); margin: 0 0 16px }
`;

/**
 * Script of the page: asks for newer messages every two seconds, filters them, and says when the connection is lost.
 */
export const outboxPageScript = `
const list = document.querySelector("#messages");
const state = document.querySelector("#state");
const search = document.querySelector("#search");
const chips = [...document.querySelectorAll("[data-channel][aria-pressed]")];
let channel = "";
let asOf = new Date();

const filter = () => {
  const wanted = search.value.trim().toLowerCase();
  for (const item of list.children) {
    const fits = (channel === "" || item.dataset.channel === channel) && item.textContent.toLowerCase().includes(wanted);
    item.hidden = !fits;
  }
  document.querySelector("#empty").hidden = list.children.length > 0;
};

search.addEventListener("input", filter);
for (const chip of chips) {
  chip.addEventListener("click", () => {
    channel = chip.dataset.channel;
    for (const other of chips) other.setAttribute("aria-pressed", String(other === chip));
    filter();
  });
}

const localTimes = () => {
  for (const time of list.querySelectorAll("time:not([data-local])")) {
    time.textContent = new Date(time.dateTime).toLocaleString(document.documentElement.lang, { dateStyle: "short", timeStyle: "medium" });
    time.dataset.local = "";
  }
};

const ask = async () => {
  try {
    const newest = list.firstElementChild?.dataset.seq ?? "0";
    const answer = await fetch("/outbox/messages?after=" + newest);
    // The session has ended: the form comes back.
    if (answer.status === 401) return location.reload();
    if (!answer.ok) throw new Error(String(answer.status));
    list.insertAdjacentHTML("afterbegin", await answer.text());
    localTimes();
    filter();
    asOf = new Date();
    document.body.classList.remove("is-lost");
    if (state.textContent !== document.body.dataset.live) state.textContent = document.body.dataset.live;
  } catch {
    document.body.classList.add("is-lost");
    state.textContent = document.body.dataset.lost + " " + asOf.toLocaleTimeString(document.documentElement.lang);
  }
  setTimeout(ask, 2000);
};

localTimes();
setTimeout(ask, 2000);
`;
