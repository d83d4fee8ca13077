import { escapeHtml, renderOutboxHtmlHead, type OutboxPageLanguage } from "../outbox-page/outbox-page";
import type { FakePartnerCall, FakePartnerResponseMode } from "./fake-partner";

const partnerPageTexts = {
  de: {
    title: "System des Partners",
    lead: "In der Demonstration steht hier das System eines Pannenclubs: was ihm gemeldet wird, und wie es darauf antwortet.",
    back: "Zum Postausgang",
    mood: "Es antwortet ab jetzt",
    change: "Ändern",
    moods: {
      WELL: "gut",
      SLOW: "langsam, nach 6 Sekunden",
      DOWN: "gar nicht: die Verbindung bricht ab",
      BUSY: "mit 503",
      REFUSES: "mit 422: es lehnt ab",
      HTML: "mit einer Seite HTML",
      ENDLESS: "mit 10 MB",
      SILENT: "nie",
    },
    empty: "Noch wurde nichts gemeldet.",
    headings: { at: "Zeit", type: "Ereignis", about: "Fall, Tour oder Fahrzeug", sequence: "Nr.", answer: "Antwort" },
  },
  en: {
    title: "The partner's system",
    lead: "In the demonstration this is the system of a roadside club: what it is told, and how it answers.",
    back: "To the outbox",
    mood: "From now on it answers",
    change: "Change",
    moods: {
      WELL: "well",
      SLOW: "slowly, after 6 seconds",
      DOWN: "not at all: the connection breaks",
      BUSY: "with 503",
      REFUSES: "with 422: it refuses",
      HTML: "with a page of HTML",
      ENDLESS: "with 10 MB",
      SILENT: "never",
    },
    empty: "It has not been told anything yet.",
    headings: { at: "Time", type: "Event", about: "Case, tour or vehicle", sequence: "No.", answer: "Answer" },
  },
} as const;

/** Choices of the partner page, each with the answer that the partner gives from then on. */
export const partnerPageResponseChoices = {
  WELL: 204,
  SLOW: "SLOW",
  DOWN: "BREAKS",
  BUSY: 503,
  REFUSES: 422,
  HTML: "HTML",
  ENDLESS: "ENDLESS",
  SILENT: "SILENT",
} as const satisfies Readonly<Record<string, FakePartnerResponseMode>>;
export type PartnerPageResponseChoice = keyof typeof partnerPageResponseChoices;

export const isPartnerPageResponseChoice = (text: string): text is PartnerPageResponseChoice =>
  Object.hasOwn(partnerPageResponseChoices, text);

export interface PartnerPageContent {
  readonly chosen: PartnerPageResponseChoice;
  /** Calls that the partner received, the oldest first. */
  readonly calls: readonly FakePartnerCall[];
}

/**
 * Page with the calls that the partner received, newest first, and a form that sets how it answers. Works without a
 * script.
 */
export function renderPartnerPage(language: OutboxPageLanguage, { chosen, calls }: PartnerPageContent): string {
  const text = partnerPageTexts[language];
  const options = Object.entries(text.moods).map(
    ([choice, name]) => `<option value="${choice}"${choice === chosen ? " selected" : ""}>${name}</option>`,
  );
  const { at, type, about, sequence, answer } = text.headings;
  return `${renderOutboxHtmlHead(language, text.title)}</head>
<body>
<header>
<h1>${text.title}</h1>
<p class="lead">${text.lead} <a href="/outbox">${text.back}</a></p>
</header>
<main>
<form class="filters" method="post" action="/outbox/partner">
<label>${text.mood} <select name="mood">${options.join("")}</select></label>
<button>${text.change}</button>
</form>
${calls.length > 0 ? "" : `<p id="empty">${text.empty}</p>`}
<table${calls.length > 0 ? "" : " hidden"}>
<thead><tr><th>${at}</th><th>${type}</th><th>${about}</th><th>${sequence}</th><th>${answer}</th></tr></thead>
<tbody>${calls
    .toReversed()
    .map((call) => renderCall(call))
    .join("")}</tbody>
</table>
</main>
</body>
</html>`;
}

function renderCall({ at, mood, event: { body } }: FakePartnerCall): string {
  const about = body.external_id ?? caseNumberOf(body.data) ?? body.case_id ?? body.tour_id ?? body.vehicle_id ?? "";
  const time = `${at.toISOString().slice(0, 19).replace("T", " ")} UTC`;
  const cells = [time, body.type, about, body.sequence, mood];
  return `<tr>${cells.map((cell) => `<td>${escapeHtml(String(cell))}</td>`).join("")}</tr>`;
}

/** Natural id of the case, which people say on the phone. */
const caseNumberOf = (data: FakePartnerCall["event"]["body"]["data"]) =>
  typeof data?.["natural_id"] === "string" ? data["natural_id"] : undefined;
