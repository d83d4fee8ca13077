import { load } from "cheerio";
import { company } from "../company";
import { markdownPath } from "../src/site/markdown-path";
import { operations } from "./reference/api-document";

export interface BuiltPage {
  readonly route: string;
  readonly html: string;
}

const isOperation = (route: string) => /^\/openapi\/\w/.test(route);

/** Sections of llms.txt: guides for developers first, then concepts, then each operation. */
const sections: readonly (readonly [title: string, holds: (route: string) => boolean])[] = [
  ["Guides", (route) => /^\/docs\/(guides\/|intro$|quick_start$)/.test(route)],
  ["Concepts", (route) => route.startsWith("/docs/concepts/")],
  ["API", (route) => /^\/docs\/(api\/|webhooks$)/.test(route)],
  ["More", (route) => !isOperation(route)],
];

/** All pages with their descriptions, in the format of llmstxt.org. */
export function indexForModels(pages: readonly BuiltPage[]): string {
  const listed = new Set<string>();
  const groups = sections.map(([title, holds]) => {
    const found = pages.filter(({ route }) => !listed.has(route) && holds(route));
    for (const { route } of found) listed.add(route);
    return [title, found] as const;
  });
  const tags = [...new Set(operations.map(({ tag }) => tag))].sort();
  const byRoute = new Map(pages.map((page) => [page.route, page]));
  const ofTags = tags.map((tag) => {
    const routes = operations.filter((operation) => operation.tag === tag).map(({ id }) => `/openapi/${id}`);
    return [`Operations: ${tag}`, routes.flatMap((route) => byRoute.get(route) ?? [])] as const;
  });
  return [
    `# ${company.siteTitle}`,
    "",
    `> ${company.tagline}`,
    "",
    ...[...groups, ...ofTags].flatMap(([title, found]) => [`## ${title}`, "", ...found.map(lineOf), ""]),
    "## Files",
    "",
    `- [All guides in one file](${company.siteUrl}/llms-full.txt)`,
    `- [OpenAPI 3.0.3 document](${company.siteUrl}/static/openapi.yaml)`,
    `- [Postman collection](${company.siteUrl}/leitstand.postman_collection.json)`,
    `- [Feed of the release history](${company.siteUrl}/feed.atom)`,
    "",
  ].join("\n");
}

function lineOf({ route, html }: BuiltPage): string {
  const $ = load(html.slice(0, html.indexOf("</head>")));
  const title = $("title").text().split(" | ")[0] ?? route;
  const about = $('meta[name="description"]').attr("content");
  return `- [${title}](${company.siteUrl}${markdownPath(route)})${about === undefined ? "" : `: ${about}`}`;
}

/** All guides with their full text in one file. */
export const guidesForModels = (twins: ReadonlyMap<string, string>): string =>
  [...twins]
    .filter(([route]) => route.startsWith("/docs/guides/") || route === "/docs/quick_start")
    .map(([, text]) => text)
    .join("\n---\n\n");
