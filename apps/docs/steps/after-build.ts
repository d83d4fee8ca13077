import { mkdir, readdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { Plugin } from "@docusaurus/types";
import { operatingCompany } from "../company";
import { markdownPath } from "../src/site/markdown-path";
import { buildReleaseFeed } from "./feed";
import { addFontPreloadAndFragment } from "./finish-page";
import { type BuiltPage, buildLlmsFullTxt, buildLlmsTxt } from "./index-for-models";
import { markdownOfHtml } from "./markdown";
import { pageStartScript } from "./page-template";
import { SEARCH_INDEX_FILE, buildSearchIndex } from "./search/search-index";
import { collectSiteServerData } from "./served";

/** Files made from the built pages: Markdown twins, llms.txt, the search index, the feed, and data for the server. */
export function afterBuildPlugin(): Plugin {
  return {
    name: "after-build",
    async postBuild({ outDir, routesPaths }) {
      const write = async (name: string, text: string) => {
        await mkdir(dirname(join(outDir, name)), { recursive: true });
        await writeFile(join(outDir, name), text);
      };
      const font = await findFontAddress(outDir);
      const pages = await Promise.all(
        routesPaths
          .filter((route) => route !== "/404.html" && route !== "/search" && !route.startsWith("/docs/next/"))
          .map(
            async (route): Promise<BuiltPage> => ({
              route,
              html: await addFontPreloadAndFragment(join(outDir, route, "index.html"), {
                fragments: join(outDir, "reference"),
                font,
              }),
            }),
          ),
      );
      const twins = new Map(
        pages.map(({ route, html }) => [route, markdownOfHtml(html, operatingCompany.siteUrl + route) ?? ""] as const),
      );
      for (const [route, text] of twins) await write(markdownPath(route), text);
      await write(pageStartScript.path, pageStartScript.text);
      await write(SEARCH_INDEX_FILE, buildSearchIndex(pages.filter(({ route }) => route.startsWith("/docs/"))));
      await write("llms.txt", buildLlmsTxt(pages));
      await write("llms-full.txt", buildLlmsFullTxt(twins));
      await write("robots.txt", `User-agent: *\nAllow: /\n\nSitemap: ${operatingCompany.siteUrl}/sitemap.xml\n`);
      const history = pages.find(({ route }) => route === "/docs/release_history");
      const url = `${operatingCompany.siteUrl}/docs/release_history`;
      await write(
        "feed.atom",
        buildReleaseFeed(history?.html ?? "", { url, title: `${operatingCompany.siteTitle}: release history` }),
      );
      await write("served.json", JSON.stringify(await collectSiteServerData(outDir, routesPaths)));
    },
  };
}

/** Address of the font that every page begins with, as the bundler named it. */
async function findFontAddress(outDir: string): Promise<string> {
  const name = (await readdir(join(outDir, "assets/fonts"))).find((file) => file.startsWith("inter-latin-wght-normal"));
  if (name === undefined) throw new Error("The build has no Inter.");
  return `/assets/fonts/${name}`;
}
