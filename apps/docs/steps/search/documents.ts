import type { Operation } from "@leitstand/contract/operation/operation";
import { type CheerioAPI, load } from "cheerio";
import type { Kind, SearchDocument } from "../../src/search/search-index";
import { synonyms } from "../../src/search/synonyms";
import { wordsOf } from "../../src/search/words";
import { listErrorGroups } from "../../src/contract/contract-errors";
import { fieldsOf } from "./fields";
import { ownErrors } from "../reference/own-errors";
import { operations } from "../reference";

export interface BuiltPage {
  readonly route: string;
  readonly html: string;
}

type Draft = Omit<SearchDocument, "id" | "synonyms" | "label"> & Partial<Pick<SearchDocument, "label">>;

/** Most letters of a result's text, so that it fits two lines. */
const TEXT_LETTERS_MAX = 150;
const ERROR_TYPES = "/docs/api/errors/error-types";

/** All entries of the search: each section of each page, each operation with its fields, and each error. */
export function searchDocuments(pages: readonly BuiltPage[]): readonly SearchDocument[] {
  const drafts: readonly Draft[] = [
    ...pages.flatMap(sectionsOf),
    ...operationDrafts(),
    ...fieldsOf(operations),
    ...errorDrafts(),
  ];
  return drafts.map((draft, id) => ({
    id,
    label: "",
    synonyms: synonymsFor([draft.page, draft.heading, draft.operation].join(" ")).join(" "),
    ...draft,
  }));
}

/** Sections of a page, cut at its headings; the text before the first is the page itself. */
function sectionsOf({ route, html }: BuiltPage): readonly Draft[] {
  const $ = load(html);
  const page = $(".theme-doc-markdown").first();
  page
    .find(".hash-link, [data-sample], .theme-code-block, details, script, style, svg, button, [role=tablist]")
    .remove();
  const title = page.find("h1").first().text();
  const kind = kindOf(route);
  const description = $('meta[name="description"]').attr("content") ?? "";
  const headings = page.find("h2[id], h3[id]").toArray();
  // Each error has an entry of its own, with its status.
  const listed = route === ERROR_TYPES ? headings.filter(({ name }) => name === "h2") : headings;
  const lead = textUntil($, page.find("h1").first().closest("header").toArray()[0] ?? page.find("h1").toArray()[0]);
  return [
    {
      kind,
      to: route,
      title,
      part: partOf(route),
      page: title,
      text: short(description),
      body: `${description} ${lead}`,
    },
    ...listed.map((heading) => {
      const body = route === ERROR_TYPES ? "" : textUntil($, heading);
      const name = $(heading).text().trim();
      const to = `${route}#${$(heading).attr("id")}`;
      return { kind, to, title: name, part: title, heading: name, text: short(body), body: `${title} ${body}` };
    }),
  ];
}

/** Text from one heading to the next. */
function textUntil($: CheerioAPI, heading: Parameters<CheerioAPI>[0]): string {
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
  return collapse(parts.join(" "));
}

function kindOf(route: string): Kind {
  if (route.startsWith("/docs/guides/")) return "guide";
  return route.startsWith("/docs/concepts/") ? "concept" : "page";
}

function partOf(route: string): string {
  const folder = /^\/docs\/(\w+)\//.exec(route)?.[1];
  return { guides: "Guides", concepts: "Concepts", api: "API" }[folder ?? ""] ?? "Documentation";
}

const operationDrafts = (): readonly Draft[] =>
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
      text: short(description === "" ? `${method} ${path}` : description),
      body: `${tag} ${description} ${refusalsOf(operation)}`,
    };
  });

/** Error codes of an operation, without those that nearly every operation has. */
const refusalsOf = (operation: Operation) =>
  ownErrors(operation)
    .map(({ status, codes }) => `${status} ${codes.join(" ")}`)
    .join(" ");

const errorDrafts = (): readonly Draft[] =>
  Object.values(listErrorGroups())
    .flat()
    .map(({ code, status, title, message, fix }) => ({
      kind: "error",
      to: `${ERROR_TYPES}#${code}`,
      title: code,
      part: title,
      label: String(status),
      code,
      text: short(fix),
      body: `${status} ${title} ${message} ${fix}`,
    }));

/** Synonyms of words in a title. */
function synonymsFor(title: string): readonly string[] {
  const words = wordsOf(title);
  const isNamed = (name: string) => wordsOf(name).every((part) => words.some((word) => word.startsWith(part)));
  return synonyms.filter((row) => row.some(isNamed)).flat();
}

const collapse = (text: string) => text.replaceAll(/\s+/g, " ").trim();

function short(text: string): string {
  const line = collapse(text.replaceAll("`", ""));
  return line.length <= TEXT_LETTERS_MAX ? line : `${line.slice(0, line.lastIndexOf(" ", TEXT_LETTERS_MAX))} ...`;
}
