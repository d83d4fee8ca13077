/** Writes the data of the contract that the site is built from besides its pages. Runs before each build. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sidebars from "../sidebars";
import { company } from "../company";
import type { SiteFacts } from "../src/site/site-facts";
import { contractData } from "../src/contract/contract-data";
import { faviconOf } from "./addresses/favicon";
import { newestRelease, recordedDay } from "./home";
import { pageFacts } from "./page-facts";
import { listPages } from "./pages";
import { postmanCollection } from "./postman";
import { operations } from "./reference/api-document";
import { referenceFragments } from "./reference/fragments";
import { operationMenu } from "./reference/operation-menu";
import { tryDescription } from "./reference/try-description";
import { pictureDrawer } from "./social";

const site = fileURLToPath(new URL("..", import.meta.url));
const root = join(site, "../..");
const generated = join(site, "generated");

rmSync(generated, { recursive: true, force: true });
write("static/static/openapi.yaml", readFileSync(join(root, "openapi.yaml"), "utf8"));
write("static/site.json", JSON.stringify(siteFacts()));
write("static/favicon.ico", faviconOf(readFileSync(join(site, "static/img/mark.svg"), "utf8")));
write("tokens.css", tokens());
write("pages.json", JSON.stringify(listPages(join(site, "docs"))));
// Paths for every page's script; titles and descriptions are only needed on the not-found page.
write("page-paths.json", JSON.stringify(listPages(join(site, "docs")).map(({ path }) => path.replace(/\/$/, ""))));
write("recorded-day.json", JSON.stringify(recordedDay()));
write("newest-release.json", JSON.stringify(newestRelease()));
write("page-facts.json", JSON.stringify(pageFacts()));
drawPictures();
write("operation-menu.json", JSON.stringify(operationMenu()));
for (const [name, html] of referenceFragments()) write(`static/reference/${name || "overview"}.txt`, html);
for (const operation of operations)
  write(`static/reference/try/${operation.id}.json`, JSON.stringify(tryDescription(operation)));
write("static/leitstand.postman_collection.json", JSON.stringify(postmanCollection(), null, 2));
for (const [name, make] of Object.entries(contractData)) write(`${name}.json`, JSON.stringify(make()));
writeNextVersion();

/** Facts for a site on a plain web server; ours serves those of its own configuration. */
function siteFacts(): SiteFacts {
  const { apiUrl, analyticsScript, feedbackUrl } = company;
  return { api_url: apiUrl, analytics_script: analyticsScript, feedback_url: feedbackUrl };
}

function drawPictures() {
  const draw = pictureDrawer();
  const home = { path: "/index", title: "Home", description: company.tagline };
  const reference = {
    path: "/openapi",
    title: "API reference",
    description: "Every operation, with samples to copy and a place to try them.",
  };
  for (const page of [home, reference, ...listPages(join(site, "docs"))]) {
    write(`static/social${page.path.replace(/\/$/, "")}.png`, draw(page));
  }
}

function write(name: string, text: string | Buffer) {
  const path = join(generated, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Design tokens of the console, with the attribute by which this site selects the colour scheme. */
function tokens(): string {
  const css = readFileSync(join(root, "packages/ui/src/tokens.css"), "utf8");
  return css.replaceAll("data-mantine-color-scheme", "data-theme");
}

/** Writes the next version: the current one with the pages of `next/` laid over it. */
function writeNextVersion() {
  const pages = join(site, "versioned_docs/version-next");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(site, "docs"), pages, { recursive: true });
  cpSync(join(site, "next"), pages, { recursive: true, filter: (path) => !path.endsWith("README.md") });
  const folder = join(site, "versioned_sidebars");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "version-next-sidebars.json"), JSON.stringify(sidebars));
}
