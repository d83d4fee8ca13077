export type Fault = "Wrong" | "Missing" | "Unclear";

/** What somebody says of a page. Nothing in it tells who. */
export interface Feedback {
  /** Address of the page within the site. */
  readonly page: string;
  readonly version: string;
  readonly answer: "yes" | "no";
  readonly fault?: Fault;
  readonly text?: string;
}
export const TEXT_LENGTH_MAX = 500;

/** One request to the address that the installation names, without cookies and without saying where it comes from. */
export async function sendFeedback(url: string, feedback: Feedback): Promise<void> {
  const answer = await fetch(url, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(feedback),
    credentials: "omit",
    referrerPolicy: "no-referrer",
  });
  if (!answer.ok) throw new Error(`${url} answered ${answer.status}`);
}
