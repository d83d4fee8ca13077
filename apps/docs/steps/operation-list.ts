import type { listOperations } from "./reference";

type Group = ReturnType<typeof listOperations>[number];
type Listed = Group["operations"][number];

/**
 * The static list of the reference as HTML. It is no component: nothing in it changes, and a browser that had to build
 * a hundred and fifty entries a second time would keep its reader waiting for it.
 */
export function operationList(groups: readonly Group[]) {
  return {
    html: groups.map(sectionOf).join(""),
    /** What links may lead to. */
    anchors: groups.flatMap(({ tag, operations }) => [`tag-${tag}`, ...operations.map(({ id }) => id)]),
  };
}

const sectionOf = ({ tag, description, operations }: Group) =>
  `<section aria-labelledby="tag-${tag}">${heading("h2", `tag-${tag}`, tag)}<p>${inline(description)}</p>` +
  `${operations.map((operation) => entryOf(operation, tag)).join("")}</section>`;

/** Its parts are siblings of the heading, as the index of the search expects it. */
function entryOf({ id, method, path, summary, description, facts }: Listed, tag: string): string {
  return [
    '<div class="operation">',
    heading("h3", id, summary),
    `<p class="operation-address"><span class="operation-method">${method}</span> <code>${escape(path)}</code> `,
    `<span class="operation-id">${id}</span></p>`,
    description === "" ? "" : `<p>${inline(description)}</p>`,
    `<ul class="operation-facts">${facts.map((fact) => `<li>${inline(fact)}</li>`).join("")}</ul>`,
    `<details data-operation="${id}" data-reference="tag/${tag}/${id}">`,
    `<summary>Samples, answer and errors of ${id}</summary>`,
    '<noscript>Without JavaScript: <a href="/static/openapi.yaml">openapi.yaml</a></noscript>',
    "<div></div></details></div>",
  ].join("");
}

/** As the theme's own headings are, for its styles and for the search. */
function heading(level: "h2" | "h3", id: string, text: string): string {
  const title = `Direct link to ${escape(text)}`;
  const link = `<a class="hash-link" href="#${id}" aria-label="${title}" title="${title}" translate="no">&#8203;</a>`;
  return `<${level} class="anchor" id="${id}">${escape(text)}${link}</${level}>`;
}

/** The contract's texts are plain but for what stands in backquotes. */
const inline = (text: string) =>
  text
    .split("`")
    .map((part, at) => (at % 2 === 1 ? `<code>${escape(part)}</code>` : escape(part)))
    .join("");

const escape = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
