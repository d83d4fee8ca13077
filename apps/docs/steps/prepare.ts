/** Writes what the site is built from besides its pages: all that the contract knows. Runs before each build. */
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import sidebars from "../sidebars";
import { company } from "../company";
import { contractData } from "../src/contract/contract-data";
import { listPages } from "./pages";
import { operationList } from "./operation-list";
import { postmanCollection } from "./postman";
import { detailsOf, documentWithSamples, listOperations, operations } from "./reference";
import { scalarScript } from "./scalar";
import { pictureDrawer } from "./social";

const site = fileURLToPath(new URL("..", import.meta.url));
const root = join(site, "../..");
const generated = join(site, "generated");

rmSync(generated, { recursive: true, force: true });
write("static/static/openapi.yaml", readFileSync(join(root, "openapi.yaml"), "utf8"));
write("static/site.json", JSON.stringify({ api_url: company.apiUrl, analytics_script: company.analyticsScript }));
write("tokens.css", tokens());
write("pages.json", JSON.stringify(listPages(join(site, "docs"))));
drawPictures();
const list = operationList(listOperations());
write("operation-list.json", JSON.stringify(list));
write("static/reference/operations.txt", list.html);
for (const operation of operations)
  write(`static/reference/${operation.id}.json`, JSON.stringify(detailsOf(operation)));
write("static/reference/openapi.json", JSON.stringify(documentWithSamples()));
write("static/leitstand.postman_collection.json", JSON.stringify(postmanCollection(), null, 2));
for (const [name, make] of Object.entries(contractData)) write(`${name}.json`, JSON.stringify(make()));
writeNextVersion();
// This file is no module to Node, so it waits for nobody.
scalarScript().then((script) => write("static/reference/explorer.js", script), fail);

function fail(error: unknown) {
  console.error(error);
  process.exitCode = 1;
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

/** The tokens of the console, with the attribute by which this site says which colours hold. */
function tokens(): string {
  const css = readFileSync(join(root, "packages/ui/src/tokens.css"), "utf8");
  return css.replaceAll("data-mantine-color-scheme", "data-theme");
}

/** The next version is this one with the pages of `next/` laid over it. */
function writeNextVersion() {
  const pages = join(site, "versioned_docs/version-next");
  rmSync(pages, { recursive: true, force: true });
  cpSync(join(site, "docs"), pages, { recursive: true });
  cpSync(join(site, "next"), pages, { recursive: true, filter: (path) => !path.endsWith("README.md") });
  const folder = join(site, "versioned_sidebars");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "version-next-sidebars.json"), JSON.stringify(sidebars));
}
