export type PageFaultKind = "Wrong" | "Missing" | "Unclear";

/** Feedback on a page, without any personal data. */
export interface PageFeedbackData {
  /** Path of the page on the site. */
  readonly page: string;
  readonly version: string;
  readonly answer: "yes" | "no";
  readonly fault?: PageFaultKind;
  readonly text?: string;
}
export const FEEDBACK_LENGTH_MAX = 500;

/** Sends one request to the installation's address, without cookies and without a referrer. */
export async function sendFeedback(url: string, feedback: PageFeedbackData): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(feedback),
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}
