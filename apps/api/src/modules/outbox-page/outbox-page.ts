/** A message that would have gone out. */
export interface ShownMessage {
  readonly id: string;
  readonly seq: number;
  readonly tenant_name: string;
  readonly channel: "SMS" | "EMAIL" | "ROBO_CALL" | "PUSH";
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly purpose: string;
  readonly status: string;
  readonly created_at: string;
}

export type Language = "de" | "en";

const texts = {
  de: {
    title: "Postausgang",
    lead: "In der Demonstration verlässt keine Nachricht das Haus: SMS, E-Mails, Anrufe und Push stehen hier.",
    empty: "Noch keine Nachrichten. Melden Sie sich mit einer Telefonnummer an, dann erscheint hier der Code.",
    filter: "Suchen in Empfänger und Text",
    all: "Alle",
    channels: { SMS: "SMS", EMAIL: "E-Mail", ROBO_CALL: "Anruf", PUSH: "Push" },
    to: "An",
    lost: "Verbindung verloren, Stand",
    live: "Aktuell",
  },
  en: {
    title: "Outbox",
    lead: "In the demonstration no message leaves the house: texts, e-mails, calls and pushes are kept here.",
    empty: "No messages yet. Sign in with a telephone number and the code will appear here.",
    filter: "Search recipient and text",
    all: "All",
    channels: { SMS: "SMS", EMAIL: "E-mail", ROBO_CALL: "Call", PUSH: "Push" },
    to: "To",
    lost: "Connection lost, as of",
    live: "Up to date",
  },
} as const;

const CHANNELS = ["SMS", "EMAIL", "ROBO_CALL", "PUSH"] as const;
const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
const escape = (text: string) => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "");
/** Only addresses of the installation itself become links; everything else in a message stays text. */
const linked = (text: string, publicUrl: string) =>
  escape(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) =>
    url.startsWith(escape(publicUrl)) ? `<a href="${url}">${url}</a>` : url,
  );

/** The page with the messages there are; its script adds the ones to come. */
export function renderPage(messages: readonly ShownMessage[], language: Language, publicUrl: string): string {
  const text = texts[language];
  const filters = CHANNELS.map(
    (channel) =>
      `<button type="button" data-channel="${channel}" aria-pressed="false">${text.channels[channel]}</button>`,
  );
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${text.title} | Leitstand</title>
<link rel="stylesheet" href="/outbox/page.css">
<script type="module" src="/outbox/page.js"></script>
</head>
<body data-lost="${text.lost}" data-live="${text.live}">
<header>
<h1>${text.title}</h1>
<p class="lead">${text.lead}</p>
<p class="state" role="status"><span class="dot" aria-hidden="true"></span> <span id="state">${text.live}</span></p>
</header>
<main>
<div class="filters">
<label class="search"><span class="hidden">${text.filter}</span><input id="search" type="search" placeholder="${text.filter}" autocomplete="off"></label>
<div class="chips"><button type="button" data-channel="" aria-pressed="true">${text.all}</button>${filters.join("")}</div>
</div>
<p id="empty"${messages.length > 0 ? " hidden" : ""}>${text.empty}</p>
<ol id="messages" reversed>${renderMessages(messages, language, publicUrl)}</ol>
</main>
</body>
</html>`;
}

/** List items, newest first; also what the script fetches. */
export function renderMessages(messages: readonly ShownMessage[], language: Language, publicUrl: string): string {
  const text = texts[language];
  return messages
    .map(
      ({ seq, channel, recipient, subject, body, tenant_name, created_at }) => `
<li data-seq="${seq}" data-channel="${channel}">
<div class="meta"><span class="channel ${channel.toLowerCase()}">${text.channels[channel]}</span>
<span>${text.to} <strong>${escape(recipient)}</strong></span><span>${escape(tenant_name)}</span>
<time datetime="${created_at}">${created_at.slice(0, 19).replace("T", " ")} UTC</time></div>
${subject === null ? "" : `<h2>${escape(subject)}</h2>`}
<p class="body">${linked(body, publicUrl)}</p>
</li>`,
    )
    .join("");
}
