/** Writes the data of the contract that the site is built from besides its pages. Runs before each build. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sidebars from "../sidebars";
import { operatingCompany } from "../company";
import type { SiteSettings } from "../src/site/site-facts";
import { contractDataBuilders } from "../src/contract/contract-data";
import { buildFavicon } from "./addresses/favicon";
import { readNewestRelease, readHomePageRecordedDay } from "./home";
import { readPageFacts } from "./page-facts";
import { listPages } from "./pages";
import { buildPostmanCollection } from "./postman";
import { allOperations } from "./reference/api-document";
import { buildReferenceFragments } from "./reference/fragments";
import { buildOperationMenu } from "./reference/operation-menu";
import { buildTryItOperation } from "./reference/try-description";
import { createLinkPreviewDrawer } from "./social";

const siteFolder = fileURLToPath(new URL("..", import.meta.url));
const repositoryRoot = join(siteFolder, "../..");
const generatedFolder = join(siteFolder, "generated");

rmSync(generatedFolder, { recursive: true, force: true });
writeGenerated("static/static/openapi.yaml", readFileSync(join(repositoryRoot, "openapi.yaml"), "utf8"));
writeGenerated("static/site.json", JSON.stringify(writeSiteFacts()));
writeGenerated("static/favicon.ico", buildFavicon(readFileSync(join(siteFolder, "static/img/mark.svg"), "utf8")));
writeGenerated("tokens.css", readDesignTokens());
writeGenerated("pages.json", JSON.stringify(listPages(join(siteFolder, "docs"))));
// Paths for every page's script; titles and descriptions are only needed on the not-found page.
writeGenerated(
  "page-paths.json",
  JSON.stringify(listPages(join(siteFolder, "docs")).map(({ path }) => path.replace(/\/$/, ""))),
);
writeGenerated("recorded-day.json", JSON.stringify(readHomePageRecordedDay()));
writeGenerated("newest-release.json", JSON.stringify(readNewestRelease()));
writeGenerated("page-facts.json", JSON.stringify(readPageFacts()));
drawSocialPictures();
writeGenerated("operation-menu.json", JSON.stringify(buildOperationMenu()));
for (const [name, html] of buildReferenceFragments())
  writeGenerated(`static/reference/${name || "overview"}.txt`, html);
for (const operation of allOperations)
  writeGenerated(`static/reference/try/${operation.id}.json`, JSON.stringify(buildTryItOperation(operation)));
writeGenerated("static/leitstand.postman_collection.json", JSON.stringify(buildPostmanCollection(), null, 2));
for (const [name, make] of Object.entries(contractDataBuilders)) writeGenerated(`${name}.json`, JSON.stringify(make()));
writeNextVersion();

/** Facts for a site on a plain web server; ours serves those of its own configuration. */
function writeSiteFacts(): SiteSettings {
  const { apiUrl, analyticsScript, feedbackUrl } = operatingCompany;
  return { api_url: apiUrl, analytics_script: analyticsScript, feedback_url: feedbackUrl };
}

function drawSocialPictures() {
  const draw = createLinkPreviewDrawer();
  const home = { path: "/index", title: "Home", description: operatingCompany.tagline };
  const reference = {
    path: "/openapi",
    title: "API reference",
    description: "Every operation, with samples to copy and a place to try them.",
  };
  for (const page of [home, reference, ...listPages(join(siteFolder, "docs"))]) {
    writeGenerated(`static/social${page.path.replace(/\/$/, "")}.png`, draw(page));
  }
}

function writeGenerated(name: string, text: string | Buffer) {
  const path = join(generatedFolder, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Design tokens of the console, with the attribute by which this site selects the colour scheme. */
function readDesignTokens(): string {
  const css = readFileSync(join(repositoryRoot, "packages/ui/src/tokens.css"), "utf8");
  return css.replaceAll("data-mantine-color-scheme", "data-theme");
}

/** Writes the next version: the current one with the pages of `next/` laid over it. */
function writeNextVersion() {
  const pages = join(siteFolder, "versioned_docs/version-next");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(siteFolder, "docs"), pages, { recursive: true });
  cpSync(join(siteFolder, "next"), pages, { recursive: true, filter: (path) => !path.endsWith("README.md") });
  const folder = join(siteFolder, "versioned_sidebars");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "version-next-sidebars.json"), JSON.stringify(sidebars));
}
