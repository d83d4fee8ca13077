import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "@docusaurus/types";
import { load } from "cheerio";
import { company } from "../company";
import { feedOf } from "./feed";
import { markdownOf } from "./markdown";
import { beginScript } from "./page-template";
import { describeServing } from "./served";

interface Page {
  readonly route: string;
  readonly html: string;
}

/** What is made of the pages once they are there: twins in Markdown, llms.txt, the feed, and what the server has to know. */
export function afterBuild(): Plugin {
  return {
    name: "after-build",
    async postBuild({ outDir, routesPaths }) {
      const write = async (name: string, text: string) => {
        await mkdir(dirname(join(outDir, name)), { recursive: true });
        await writeFile(join(outDir, name), text);
      };
      const pages = await Promise.all(
        routesPaths
          .filter((route) => route !== "/404.html" && route !== "/search" && !route.startsWith("/docs/next/"))
          .map(
            async (route): Promise<Page> => ({
              route,
              html: await readFile(join(outDir, route, "index.html"), "utf8"),
            }),
          ),
      );
      for (const { route, html } of pages) await write(twinOf(route), markdownOf(html, company.siteUrl + route) ?? "");
      await write(beginScript.path, beginScript.text);
      await write("llms.txt", indexForModels(pages));
      const history = pages.find(({ route }) => route === "/docs/release_history");
      const url = `${company.siteUrl}/docs/release_history`;
      await write("feed.atom", feedOf(history?.html ?? "", { url, title: `${company.siteTitle}: release history` }));
      await write("served.json", JSON.stringify(await describeServing(outDir, routesPaths)));
    },
  };
}

/** `/docs/api/` has `/docs/api.md`, the home page `/index.md`. */
const twinOf = (route: string) => `${route.replace(/\/$/, "") || "/index"}.md`;

/** All pages with their descriptions, as llmstxt.org has it. */
function indexForModels(pages: readonly Page[]): string {
  const lines = pages.map(({ route, html }) => {
    const $ = load(html);
    const title = $("title").text().split(" | ")[0] ?? route;
    const about = $('meta[name="description"]').attr("content");
    return `- [${title}](${company.siteUrl}${twinOf(route)})${about === undefined ? "" : `: ${about}`}`;
  });
  return [
    `# ${company.siteTitle}`,
    "",
    `> ${company.tagline}`,
    "",
    "## Pages",
    "",
    ...lines,
    "",
    "## Files",
    "",
    `- [OpenAPI 3.0.3 document](${company.siteUrl}/static/openapi.yaml)`,
    `- [Postman collection](${company.siteUrl}/leitstand.postman_collection.json)`,
    `- [Feed of the release history](${company.siteUrl}/feed.atom)`,
    "",
  ].join("\n");
}
