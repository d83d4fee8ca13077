/** Of the API that the site describes, as its addresses and its version menu name it. */
export const apiVersion = "v1";

/** Everything about the company that the site names; a company of one's own changes this file and nothing else. */
export const company = {
  /** Stands in the footer before "GmbH". */
  name: "Leitstand",
  /** The title of the site, at the end of each page's title. */
  siteTitle: "Leitstand Developers",
  tagline: "Effortlessly manage your field service operations.",
  /** Where this site is published; used in canonical addresses, the sitemap and the feed. */
  siteUrl: "https://developers.leitstand.example",
  /** Where "Sign Up" leads. */
  mainSite: "https://leitstand.example/",
  imprint: "https://leitstand.example/imprint",
  parent: { label: "Parent company", url: "https://group.leitstand.example/" },
  /** What requests are tried against; `npm start` serves the site with the address of its own API instead. */
  apiUrl: "https://sandbox.leitstand.example/api/v1",
  /** Address of a script of web analytics, loaded only after consent; null counts nothing. `DOCS_ANALYTICS` goes first. */
  analyticsScript: null,
  /** Where readers' answers to "Did this page help?" are sent; null asks nobody. `DOCS_FEEDBACK` goes first. */
  feedbackUrl: null,
  support: "support@leitstand.example",
} as const;
