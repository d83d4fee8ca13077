/** What the server of the site says about its installation. */
export interface SiteFacts {
  /** Base URL of the API that requests are tried against. */
  readonly api_url: string;
  /** Address of the script of web analytics; null when nobody counts. */
  readonly analytics_script: string | null;
  /** Where the installation hears whether a page helped; null when it does not ask. */
  readonly feedback_url: string | null;
}

let asked: Promise<SiteFacts> | undefined;

/** Asked once for as long as the site is open. */
export function siteFacts(): Promise<SiteFacts> {
  asked ??= fetch("/site.json").then((answer) => answer.json() as Promise<SiteFacts>);
  return asked;
}
