/** Facts of the installation, from the site's server. */
export interface SiteSettings {
  /** Base URL of the API that requests are tried against. */
  readonly api_url: string;
  /** Address of the web analytics script; null for none. */
  readonly analytics_script: string | null;
  /** Address for feedback on pages; null when the installation does not ask. */
  readonly feedback_url: string | null;
}

let factsPromise: Promise<SiteSettings> | undefined;

/** Fetches the facts once for as long as the site is open; after a failure they are fetched again the next time. */
export function loadSiteSettings(): Promise<SiteSettings> {
  factsPromise ??= fetchSiteFacts().catch((error: unknown) => {
    factsPromise = undefined;
    throw error;
  });
  return factsPromise;
}

async function fetchSiteFacts(): Promise<SiteSettings> {
  const answer = await fetch("/site.json");
  if (!answer.ok) throw new Error(`The facts of the site were answered with ${answer.status}.`);
  return (await answer.json()) as SiteSettings;
}
