import type { Operation } from "@leitstand/contract/operation/operation";
import { type CheerioAPI, load } from "cheerio";
import type { SearchEntryKind, SearchDocument } from "../../src/search/search-index";
import { searchSynonyms } from "../../src/search/synonyms";
import { splitIntoWords } from "../../src/search/words";
import { listErrorGroups } from "../../src/contract/contract-errors";
import { searchEntriesOfFields } from "./fields";
import { specificErrorsOfOperation } from "../reference/own-errors";
import { operations } from "../reference";

export interface BuiltPage {
  readonly route: string;
  readonly html: string;
}

type DocumentDraft = Omit<SearchDocument, "id" | "synonyms" | "label"> & Partial<Pick<SearchDocument, "label">>;

/** Maximum number of letters of a result's text, so that it fits two lines. */
const TEXT_LETTERS_MAX = 150;
const ERROR_TYPES_PAGE = "/docs/api/errors/error-types";

/** All entries of the search: each section of each page, each operation with its fields, and each error. */
export function buildSearchDocuments(pages: readonly BuiltPage[]): readonly SearchDocument[] {
  const drafts: readonly DocumentDraft[] = [
    ...pages.flatMap(sectionsOfPage),
    ...draftsOfOperations(),
    ...searchEntriesOfFields(operations),
    ...draftsOfErrors(),
  ];
  return drafts.map((draft, id) => ({
    id,
    label: "",
    synonyms: synonymsForText([draft.page, draft.heading, draft.operation].join(" ")).join(" "),
    ...draft,
  }));
}

/** Sections of a page, cut at its headings; the text before the first is the page itself. */
function sectionsOfPage({ route, html }: BuiltPage): readonly DocumentDraft[] {
  const $ = load(html);
  const page = $(".theme-doc-markdown").first();
  page
    .find(".hash-link, [data-sample], .theme-code-block, details, script, style, svg, button, [role=tablist]")
    .remove();
  const title = page.find("h1").first().text();
  const kind = kindOfPage(route);
  const description = $('meta[name="description"]').attr("content") ?? "";
  const headings = page.find("h2[id], h3[id]").toArray();
  // Each error has an entry of its own, with its status.
  const listed = route === ERROR_TYPES_PAGE ? headings.filter(({ name }) => name === "h2") : headings;
  const lead = textUntilHeading(
    $,
    page.find("h1").first().closest("header").toArray()[0] ?? page.find("h1").toArray()[0],
  );
  return [
    {
      kind,
      to: route,
      title,
      part: partOfPage(route),
      page: title,
      text: shortenText(description),
      body: `${description} ${lead}`,
    },
    ...listed.map((heading) => {
      const body = route === ERROR_TYPES_PAGE ? "" : textUntilHeading($, heading);
      const name = $(heading).text().trim();
      const to = `${route}#${$(heading).attr("id")}`;
      return { kind, to, title: name, part: title, heading: name, text: shortenText(body), body: `${title} ${body}` };
    }),
  ];
}

/** Text from one heading to the next. */
function textUntilHeading($: CheerioAPI, heading: Parameters<CheerioAPI>[0]): string {
  if (heading === undefined) return "";
  const parts = $(heading)
    .nextUntil("h2, h3")
    .toArray()
    // Texts of table cells and list items are joined with a space.
    .map((part) =>
      $("<div>")
        .html($.html(part).replaceAll(/(<\/(?:td|th|li|p|tr)>|<br>)/g, "$1 "))
        .text(),
    );
  return collapseSpaces(parts.join(" "));
}

function kindOfPage(route: string): SearchEntryKind {
  if (route.startsWith("/docs/guides/")) return "guide";
  return route.startsWith("/docs/concepts/") ? "concept" : "page";
}

function partOfPage(route: string): string {
  const folder = /^\/docs\/(\w+)\//.exec(route)?.[1];
  return { guides: "Guides", concepts: "Concepts", api: "API" }[folder ?? ""] ?? "Documentation";
}

const draftsOfOperations = (): readonly DocumentDraft[] =>
  operations.map((operation) => {
    const { id, method, path, summary, description = "", tag } = operation;
    return {
      kind: "operation",
      to: `/openapi/${id}`,
      title: summary,
      part: id,
      label: method,
      heading: summary,
      operation: `${id} ${path}`,
      text: shortenText(description === "" ? `${method} ${path}` : description),
      body: `${tag} ${description} ${ownErrorCodesOf(operation)}`,
    };
  });

/** Error codes of an operation, without those that nearly every operation has. */
const ownErrorCodesOf = (operation: Operation) =>
  specificErrorsOfOperation(operation)
    .map(({ status, codes }) => `${status} ${codes.join(" ")}`)
    .join(" ");

const draftsOfErrors = (): readonly DocumentDraft[] =>
  Object.values(listErrorGroups())
    .flat()
    .map(({ code, status, title, message, fix }) => ({
      kind: "error",
      to: `${ERROR_TYPES_PAGE}#${code}`,
      title: code,
      part: title,
      label: String(status),
      code,
      text: shortenText(fix),
      body: `${status} ${title} ${message} ${fix}`,
    }));

/** Synonyms of words in a title. */
function synonymsForText(title: string): readonly string[] {
  const words = splitIntoWords(title);
  const isNamed = (name: string) => splitIntoWords(name).every((part) => words.some((word) => word.startsWith(part)));
  return searchSynonyms.filter((row) => row.some(isNamed)).flat();
}

const collapseSpaces = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function shortenText(text: string): string {
  const line = collapseSpaces(text.replaceAll("`", ""));
  return line.length <= TEXT_LETTERS_MAX ? line : `${line.slice(0, line.lastIndexOf(" ", TEXT_LETTERS_MAX))} ...`;
}
