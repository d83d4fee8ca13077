import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";

/**
 * Behaviours of the site that the specification names (sections 2, 4 and 8), word for word as titles of browser tests.
 */
const describedBehaviours = [
  // Section 2, screens and routes.
  "any other path: the not-found page has a search box and names the nearest pages",
  "docs routes use a left sidebar (id docsSidebar), reached from the navbar item 'Documentation'",
  "the loading screen shows a spinner after a 200 ms delay: in navigation",
  "on a load failure shows the error text and a Retry button: first load, %s is blocked",
  "route changes scroll to the hash target",
  "if a page fails to load during navigation, the page reloads",
  "paths ending in .html or /index.html are normalised: the server leads from %s to %s",
  "pages are prefetched unless the connection is 2g or data-saver is on",
  "layout: skip-to-main-content link",
  "layout: fixed navbar that does not hide on scroll",
  "layout: mobile sidebar below 996 px width",
  "layout: color-mode toggle, search box, footer",
  "navbar: Documentation, Imprint, parent company, and a right-aligned 'Sign Up'",
  "footer: only the text 'Copyright © 2025 {company} GmbH'",
  "crash fallback page titled 'This page crashed.' with a 'Try again' button and the error message chain",
  "page titles have the form 'page title | site title', after each change of the page too",
  "the table of contents covers heading levels 2 to 3",
  // Section 4, site UI.
  "color mode light, dark or system (default light; system choice disabled)",
  "mobile sidebar shown or hidden (closes on desktop width)",
  "dropdowns collapsed or expanded",
  "announcement bar active or dismissed (remembered per announcement id)",
  "announcement bar: a new id re-shows it, at the first visit already",
  "preferred docs version remembered in local storage",
  // Section 8, faults.
  "a page without a default export raises an error",
  "hydration recoverable errors go to the console",
  "a wrong base URL shows a banner saying the documentation site did not load properly and suggesting a baseUrl",
  "missing sidebar errors",
  "storage-unavailable warnings",
  "broken links fail the build",
] as const;

const journeyFolder = fileURLToPath(new URL("../../e2e/", import.meta.url));
const journeyTitles = readdirSync(journeyFolder)
  .filter((name) => /^docs-.*\.(journey|prove)\.test\.ts$/.test(name))
  .map((name) => readFileSync(journeyFolder + name, "utf8"))
  .join("\n");

it.each(describedBehaviours)(
  "a browser test of the documentation has the specified behaviour as its title: %s",
  (name) => {
    expect(journeyTitles).toContain(JSON.stringify(name));
  },
);
