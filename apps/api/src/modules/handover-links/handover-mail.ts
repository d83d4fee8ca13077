/**
 * Texts about a handover for people outside: the tenant and the number of the case, no names, nothing about the death.
 */
import type { HandoverMode } from "@leitstand/contract/board/emails";

type Language = "de" | "en";
/** Purposes of the messages. */
export const HANDOVER_CONFIRMATION_PURPOSE = "HANDOVER_CONFIRMATION";
export const HANDOVER_CORRECTION_PURPOSE = "HANDOVER_CORRECTION";

export interface HandoverMailText {
  readonly subject: string;
  readonly body: string;
}
interface HandoverMailFacts {
  readonly company: string;
  readonly natural_id: string;
}

/** Mail with the link to the document and its days of validity; without a link the document is attached. */
export function composeHandoverConfirmationMail(
  language: Language,
  { company, natural_id, link, message }: HandoverMailFacts & { link?: { url: string; days: number }; message: string },
): HandoverMailText {
  const note = message === "" ? "" : `${message}\n\n`;
  if (language === "de") {
    const subject = `Übergabebestätigung ${natural_id}`;
    const body = link
      ? `${company} stellt Ihnen die Bestätigung der Übergabe zu ${natural_id} bereit:\n\n${link.url}\n\n${note}Der Link gilt ${link.days} Tage. Geben Sie ihn nicht weiter.`
      : `${company} sendet Ihnen im Anhang die Bestätigung der Übergabe zu ${natural_id}.\n\n${note}Das Dokument enthält persönliche Angaben. Geben Sie es nicht weiter.`;
    return { subject, body: `Guten Tag,\n\n${body}\n` };
  }
  const subject = `Confirmation of handover ${natural_id}`;
  const body = link
    ? `${company} has the confirmation of the handover of ${natural_id} ready for you:\n\n${link.url}\n\n${note}The link is good for ${link.days} days. Do not pass it on.`
    : `${company} sends you the confirmation of the handover of ${natural_id} as an attachment.\n\n${note}The document holds personal data. Do not pass it on.`;
  return { subject, body: `Hello,\n\n${body}\n` };
}

/** Mail about an undone handover, worded to be true also for recipients whom the confirmation has not reached. */
export function composeHandoverCorrectionMail(
  language: Language,
  { company, natural_id, mode }: HandoverMailFacts & { mode: HandoverMode },
): HandoverMailText {
  if (language === "de") {
    const held = {
      LINK: "Die Bestätigung, die Sie erhalten haben, gilt nicht mehr; ihr Link führt zu keinem Dokument.",
      ATTACHMENT: "Haben Sie eine Bestätigung als Dokument erhalten, so ist sie überholt und gilt nicht mehr.",
    };
    return {
      subject: `Korrektur: Übergabebestätigung ${natural_id}`,
      body: `Guten Tag,\n\ndie Übergabe zu ${natural_id} wurde von ${company} zurückgenommen. ${held[mode]}\n`,
    };
  }
  const held = {
    LINK: "The confirmation that you have been sent does not hold any more; its link leads to no document.",
    ATTACHMENT: "If you have been sent a confirmation as a document, it is superseded and does not hold any more.",
  };
  return {
    subject: `Correction: confirmation of handover ${natural_id}`,
    body: `Hello,\n\n${company} has taken back the handover of ${natural_id}. ${held[mode]}\n`,
  };
}

const handoverPageTexts = {
  de: {
    title: "Übergabebestätigung",
    ready: "Das Dokument liegt für Sie bereit.",
    button: "Dokument herunterladen",
    undone: "Diese Übergabe wurde zurückgenommen. Die Bestätigung gilt nicht mehr.",
    closed: "Dieser Link ist abgelaufen oder wurde zu oft benutzt. Bitte fragen Sie beim Absender nach.",
    unknown:
      "Diesen Link gibt es nicht oder nicht mehr. Bitte prüfen Sie, ob die Adresse vollständig ist, oder fragen Sie beim Absender nach.",
    busy: "Das Dokument kann gerade nicht geladen werden. Bitte versuchen Sie es in wenigen Minuten noch einmal.",
    failed: "Das Dokument kann nicht geladen werden. Bitte fragen Sie beim Absender nach.",
  },
  en: {
    title: "Confirmation of handover",
    ready: "The document is ready for you.",
    button: "Download the document",
    undone: "This handover was taken back. The confirmation does not hold any more.",
    closed: "This link is out of date or was used too often. Please ask the sender.",
    unknown: "There is no such link, or not any more. Please check whether the address is complete, or ask the sender.",
    busy: "The document cannot be loaded just now. Please try again in a few minutes.",
    failed: "The document cannot be loaded. Please ask the sender.",
  },
} as const;

/** Style that the page's security policy allows, and no other. */
export const HANDOVER_PAGE_STYLE =
  ":root{color-scheme:light dark}body{font:1.0625rem/1.5 system-ui,sans-serif;margin:0;padding:2rem 1.25rem}" +
  "main{max-width:34rem;margin:0 auto}h1{font-size:1.5rem;line-height:1.25;margin:.25rem 0 1rem}" +
  "button{font:inherit;font-weight:600;padding:.75rem 1.25rem;border:0;border-radius:.5rem;background:#1d3b53;color:#fff;cursor:pointer}" +
  "button:focus-visible{outline:3px solid;outline-offset:3px}";

type HandoverPageState = "ready" | "undone" | "closed" | "unknown" | "busy" | "failed";

/**
 * Page of a link, which loads nothing: no script, no picture. The button posts, which scanners of mail do not. Where no
 * link is known it names no company and no case.
 */
export function renderHandoverPageHtml(
  language: Language,
  { company = "", natural_id = "", state }: Partial<HandoverMailFacts> & { state: HandoverPageState },
): string {
  const words = handoverPageTexts[language];
  const title = `${words.title} ${escapeHtml(natural_id)}`.trim();
  const button =
    state === "ready" || state === "busy"
      ? `<form method="post"><button type="submit">${words.button}</button></form>`
      : "";
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>${words.title}</title><style>${HANDOVER_PAGE_STYLE}</style></head><body><main><p>${escapeHtml(company)}</p><h1>${title}</h1><p>${words[state]}</p>${button}</main></body></html>`;
}

const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
