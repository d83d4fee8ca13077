/** Version of the API that the site describes, as in its addresses and version menu. */
export const apiVersion = "v1";

/** All facts about the company that the site names; another company changes this file and nothing else. */
export const operatingCompany = {
  /** Name of the company in the footer, before "GmbH". */
  name: "Leitstand",
  /** Title of the site, at the end of each page's title. */
  siteTitle: "Leitstand Developers",
  tagline: "Effortlessly manage your field service operations.",
  /** Public address of this site; used in canonical addresses, the sitemap and the feed. */
  siteUrl: "https://developers.leitstand.example",
  /** Address of the link "Sign Up". */
  mainSite: "https://leitstand.example/",
  imprint: "https://leitstand.example/imprint",
  parent: { label: "Parent company", url: "https://group.leitstand.example/" },
  /** API that "Try it" sends requests to; `npm start` serves the site with the address of its own API instead. */
  apiUrl: "https://sandbox.leitstand.example/api/v1",
  /** Address of a web analytics script, loaded only after consent; null for none. `DOCS_ANALYTICS` overrides it. */
  analyticsScript: null,
  /** Address for readers' answers to "Did this page help?"; null hides the question. `DOCS_FEEDBACK` overrides it. */
  feedbackUrl: null,
  support: "support@leitstand.example",
} as const;
