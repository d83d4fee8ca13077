/** Message that would have been sent. */
export interface ShownOutboxMessage {
  readonly id: string;
  readonly seq: number;
  readonly tenant_name: string;
  readonly channel: "SMS" | "EMAIL" | "ROBO_CALL" | "PUSH";
  readonly recipient: string;
  readonly subject: string | null;
  readonly body: string;
  readonly has_attachment: boolean;
  readonly purpose: string;
  readonly status: string;
  readonly created_at: string;
}

export type OutboxPageLanguage = "de" | "en";

const pageTexts = {
  de: {
    title: "Postausgang",
    lead: "In der Demonstration verlässt keine Nachricht das Haus: SMS, E-Mails, Anrufe und Push stehen hier.",
    empty: "Noch keine Nachrichten. Melden Sie sich mit einer Telefonnummer an, dann erscheint hier der Code.",
    filter: "Suchen in Empfänger und Text",
    all: "Alle",
    channels: { SMS: "SMS", EMAIL: "E-Mail", ROBO_CALL: "Anruf", PUSH: "Push" },
    to: "An",
    attachment: "Anhang herunterladen",
    lost: "Verbindung verloren, Stand",
    live: "Aktuell",
    signInLead:
      "Hier stehen Anmeldecodes und Passwortlinks im Klartext. Darum sehen sie nur Administratoren: die der Plattform alle, die einer Firma deren eigene.",
    email: "E-Mail-Adresse",
    password: "Passwort",
    passwordHint: "Das Passwort der Demonstration steht im Fenster, in dem sie gestartet wurde.",
    signIn: "Anmelden",
    signOut: "Abmelden",
    partner: "System des Partners",
  },
  en: {
    title: "Outbox",
    lead: "In the demonstration no message leaves the house: texts, e-mails, calls and pushes are kept here.",
    empty: "No messages yet. Sign in with a telephone number and the code will appear here.",
    filter: "Search recipient and text",
    all: "All",
    channels: { SMS: "SMS", EMAIL: "E-mail", ROBO_CALL: "Call", PUSH: "Push" },
    to: "To",
    attachment: "Download the attachment",
    lost: "Connection lost, as of",
    live: "Up to date",
    signInLead:
      "Sign-in codes and password links stand here in plain text. So only administrators see them: those of the platform all, those of a company its own.",
    email: "E-mail address",
    password: "Password",
    passwordHint: "The password of the demonstration stands in the window in which it was started.",
    signIn: "Sign in",
    signOut: "Sign out",
    partner: "The partner's system",
  },
} as const;

const MESSAGE_CHANNELS = ["SMS", "EMAIL", "ROBO_CALL", "PUSH"] as const;
const htmlEntities: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};
export const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => htmlEntities[character] ?? "");
/** Text of a message as HTML; only addresses of the installation itself become links. */
const linkOwnAddresses = (text: string, publicUrl: string) =>
  escapeHtml(text).replaceAll(/https?:\/\/[^\s<]+/g, (url) =>
    url.startsWith(escapeHtml(publicUrl)) ? `<a href="${url}">${url}</a>` : url,
  );

export interface OutboxPageContext {
  readonly publicUrl: string;
  /** Whether there is a partner page to link to. */
  readonly hasPartner: boolean;
}

/** Renders the page with the messages so far; its script adds new ones. */
export function renderOutboxPage(
  messages: readonly ShownOutboxMessage[],
  language: OutboxPageLanguage,
  { publicUrl, hasPartner }: OutboxPageContext,
): string {
  const text = pageTexts[language];
  const filters = MESSAGE_CHANNELS.map(
    (channel) =>
      `<button type="button" data-channel="${channel}" aria-pressed="false">${text.channels[channel]}</button>`,
  );
  return `${renderOutboxHtmlHead(language)}<script type="module" src="/outbox/page.js"></script>
</head>
<body data-lost="${text.lost}" data-live="${text.live}">
<header>
<form class="sign-out" method="post" action="/outbox/sign-out"><button>${text.signOut}</button></form>
<h1>${text.title}</h1>
<p class="lead">${text.lead}${hasPartner ? ` <a href="/outbox/partner">${text.partner}</a>` : ""}</p>
<p class="state" role="status"><span class="dot" aria-hidden="true"></span> <span id="state">${text.live}</span></p>
</header>
<main>
<div class="filters">
<label class="search"><span class="hidden">${text.filter}</span><input id="search" type="search" placeholder="${text.filter}" autocomplete="off"></label>
<div class="chips"><button type="button" data-channel="" aria-pressed="true">${text.all}</button>${filters.join("")}</div>
</div>
<p id="empty"${messages.length > 0 ? " hidden" : ""}>${text.empty}</p>
<ol id="messages" reversed>${renderOutboxMessages(messages, language, publicUrl)}</ol>
</main>
</body>
</html>`;
}

export interface OutboxSignInFormContent {
  /** Addresses that the form proposes; it is filled with the first. */
  readonly administrators: readonly string[];
  /** E-mail address that was entered before, kept in the form after a refusal. */
  readonly email?: string;
  readonly fault?: string;
}

/** Sign-in form shown to visitors without a session. Works without a script. */
export function renderOutboxSignIn(
  language: OutboxPageLanguage,
  { administrators, email, fault }: OutboxSignInFormContent,
): string {
  const text = pageTexts[language];
  const options = administrators.map((address) => `<option value="${escapeHtml(address)}"></option>`).join("");
  return `${renderOutboxHtmlHead(language)}</head>
<body>
<header>
<h1>${text.title}</h1>
<p class="lead">${text.signInLead}</p>
</header>
<main>
${fault === undefined ? "" : `<p class="fault" role="alert">${escapeHtml(fault)}</p>`}
<form class="sign-in" method="post" action="/outbox/sign-in">
<label for="email">${text.email}</label>
<input id="email" name="email" type="email" list="administrators" autocomplete="username" required value="${escapeHtml(email ?? administrators[0] ?? "")}">
<datalist id="administrators">${options}</datalist>
<label for="password">${text.password}</label>
<input id="password" name="password" type="password" autocomplete="current-password" required autofocus aria-describedby="hint">
<p id="hint" class="state">${text.passwordHint}</p>
<button>${text.signIn}</button>
</form>
</main>
</body>
</html>`;
}

export const renderOutboxHtmlHead = (
  language: OutboxPageLanguage,
  title: string = pageTexts[language].title,
) => `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title} | Leitstand</title>
<link rel="stylesheet" href="/outbox/page.css">
`;

/** Renders messages as list items, newest first; the script fetches the same. */
export function renderOutboxMessages(
  messages: readonly ShownOutboxMessage[],
  language: OutboxPageLanguage,
  publicUrl: string,
): string {
  const text = pageTexts[language];
  return messages
    .map(
      ({ seq, channel, recipient, subject, body, has_attachment, tenant_name, created_at }) => `
<li data-seq="${seq}" data-channel="${channel}">
<div class="meta"><span class="channel ${channel.toLowerCase()}">${text.channels[channel]}</span>
<span>${text.to} <strong>${escapeHtml(recipient)}</strong></span><span>${escapeHtml(tenant_name)}</span>
<time datetime="${created_at}">${created_at.slice(0, 19).replace("T", " ")} UTC</time></div>
${subject === null ? "" : `<h2>${escapeHtml(subject)}</h2>`}
<p class="body">${linkOwnAddresses(body, publicUrl)}</p>
${has_attachment ? `<p><a href="/outbox/messages/${seq}/attachment">${text.attachment}</a></p>` : ""}
</li>`,
    )
    .join("");
}
