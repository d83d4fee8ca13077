import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Titles of the tests of each behaviour of the site that the specification names (sections 2, 4 and 8).
 */
const describedBehaviours = [
  // Section 2, screens and routes.
  "the not-found page of the documentation has a search box and lists the pages with the most similar paths",
  "the pages under /docs have a left sidebar (id docsSidebar), reached from the navbar item 'Documentation'",
  "navigation in the documentation shows a spinner after 200 ms",
  "a page of the documentation shows the error and a Retry button when its first load fails because %s is blocked",
  "the documentation scrolls to the target of the URL's hash",
  "the documentation reloads in the browser when a page fails to load during navigation",
  "the documentation's server redirects paths ending in .html or /index.html: %s to %s",
  "the documentation prefetches pages unless the connection is 2g or data-saver is on",
  "a page of the documentation begins with a skip-to-main-content link",
  "the navbar of the documentation stays visible while scrolling",
  "the documentation has a mobile sidebar below a width of 996 px",
  "a page of the documentation has a color-mode toggle, a search box and a footer",
  "the navbar of the documentation has Documentation, Imprint, the parent company, and a right-aligned 'Sign Up'",
  "the footer of the documentation has only the text 'Copyright © 2025 {company} GmbH'",
  "a page of the documentation that crashes is titled 'This page crashed.', with the chain of errors and a 'Try again' button",
  "page titles of the documentation have the form 'page title | site title', also after navigation",
  "the table of contents of a documentation page covers heading levels 2 to 3",
  // Section 4, site UI.
  "the documentation's color mode is light by default and toggles only between dark and light, ignoring the system's choice",
  "the mobile sidebar of the documentation opens by its button, and closes at desktop width",
  "a dropdown of the documentation's navbar expands by keyboard, and collapses by a click elsewhere",
  "the documentation's announcement bar stays dismissed for the id of its announcement",
  "the documentation's announcement bar is shown again when the announcement has a new id",
  "the documentation remembers the chosen version in local storage",
  // Section 8, faults.
  "a page of the documentation without a default export shows an error",
  "the documentation logs recoverable hydration errors to the browser's console",
  "the documentation shows a banner with a suggested baseUrl when its base URL is wrong",
  "a missing sidebar",
  "the documentation logs warnings when the browser's storage is unavailable",
  "%s fails the build of the documentation with an error",
  "a broken link",
] as const;

const journeyFolder = fileURLToPath(new URL("../../e2e/", import.meta.url));
const journeyTitles = readdirSync(journeyFolder)
  .filter((name) => /^docs-.*\.(journey|prove)\.test\.ts$/.test(name))
  .map((name) => readFileSync(journeyFolder + name, "utf8"))
  .join("\n");

it.each(describedBehaviours)(
  "the specified behaviour is the title of a browser test of the documentation: %s",
  (name) => {
    expect(journeyTitles).toContain(JSON.stringify(name));
  },
);
