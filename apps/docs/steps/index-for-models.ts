import { load } from "cheerio";
import { operatingCompany } from "../company";
import { markdownPath } from "../src/site/markdown-path";
import { allOperations } from "./reference/api-document";

export interface BuiltPage {
  readonly route: string;
  readonly html: string;
}

const isOperationPage = (route: string) => /^\/openapi\/\w/.test(route);

/** Sections of llms.txt: guides for developers first, then concepts, then each operation. */
const indexSections: readonly (readonly [title: string, holds: (route: string) => boolean])[] = [
  ["Guides", (route) => /^\/docs\/(guides\/|intro$|quick_start$)/.test(route)],
  ["Concepts", (route) => route.startsWith("/docs/concepts/")],
  ["API", (route) => /^\/docs\/(api\/|webhooks$)/.test(route)],
  ["More", (route) => !isOperationPage(route)],
];

/** All pages with their descriptions, in the format of llmstxt.org. */
export function buildLlmsTxt(pages: readonly BuiltPage[]): string {
  const listed = new Set<string>();
  const groups = indexSections.map(([title, holds]) => {
    const found = pages.filter(({ route }) => !listed.has(route) && holds(route));
    for (const { route } of found) listed.add(route);
    return [title, found] as const;
  });
  const tags = [...new Set(allOperations.map(({ tag }) => tag))].sort();
  const byRoute = new Map(pages.map((page) => [page.route, page]));
  const ofTags = tags.map((tag) => {
    const routes = allOperations.filter((operation) => operation.tag === tag).map(({ id }) => `/openapi/${id}`);
    return [`Operations: ${tag}`, routes.flatMap((route) => byRoute.get(route) ?? [])] as const;
  });
  return [
    `# ${operatingCompany.siteTitle}`,
    "",
    `> ${operatingCompany.tagline}`,
    "",
    ...[...groups, ...ofTags].flatMap(([title, found]) => [`## ${title}`, "", ...found.map(indexLineOf), ""]),
    "## Files",
    "",
    `- [All guides in one file](${operatingCompany.siteUrl}/llms-full.txt)`,
    `- [OpenAPI 3.0.3 document](${operatingCompany.siteUrl}/static/openapi.yaml)`,
    `- [Postman collection](${operatingCompany.siteUrl}/leitstand.postman_collection.json)`,
    `- [Feed of the release history](${operatingCompany.siteUrl}/feed.atom)`,
    "",
  ].join("\n");
}

function indexLineOf({ route, html }: BuiltPage): string {
  const $ = load(html.slice(0, html.indexOf("</head>")));
  const title = $("title").text().split(" | ")[0] ?? route;
  const about = $('meta[name="description"]').attr("content");
  return `- [${title}](${operatingCompany.siteUrl}${markdownPath(route)})${about === undefined ? "" : `: ${about}`}`;
}

/** All guides with their full text in one file. */
export const buildLlmsFullTxt = (twins: ReadonlyMap<string, string>): string =>
  [...twins]
    .filter(([route]) => route.startsWith("/docs/guides/") || route === "/docs/quick_start")
    .map(([, text]) => text)
    .join("\n---\n\n");
