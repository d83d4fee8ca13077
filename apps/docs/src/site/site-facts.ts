/** Facts of the installation, from the site's server. */
export interface SiteFacts {
  /** Base URL of the API that requests are tried against. */
  readonly api_url: string;
  /** Address of the web analytics script; null for none. */
  readonly analytics_script: string | null;
  /** Address for feedback on pages; null when the installation does not ask. */
  readonly feedback_url: string | null;
}

let factsPromise: Promise<SiteFacts> | undefined;

/** Fetches the facts once for as long as the site is open. */
export function loadSiteFacts(): Promise<SiteFacts> {
  factsPromise ??= fetch("/site.json").then((answer) => answer.json() as Promise<SiteFacts>);
  return factsPromise;
}
