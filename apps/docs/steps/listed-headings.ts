import { readFileSync } from "node:fs";
import type { listErrorGroups } from "../src/contract/contract-errors";
import type { listEventTypes } from "../src/contract/contract-events";

interface Node {
  readonly type: string;
  readonly name?: string;
  readonly depth?: number;
  readonly value?: string;
  readonly data?: { readonly hProperties: { readonly id: string } };
  readonly attributes?: readonly { readonly type: string; readonly name: string; readonly value: string }[];
  children?: Node[];
}

/**
 * Inserts a heading before each error and each event that a page lists by a component: table of contents, anchors and
 * search only know what is in the page itself.
 */
export const listedHeadings = () => (page: Node) => {
  page.children = (page.children ?? []).flatMap((node) => {
    if (node.name === "ErrorTypes") return errorsOf(attributeOf(node, "of")).flatMap((code) => entry(node, code, code));
    if (node.name !== "EventTypes") return [node];
    return events().flatMap((type) => entry(node, type, type.replaceAll(" ", "-")));
  });
};

const entry = (list: Node, key: string, id: string): Node[] => [
  { type: "heading", depth: 3, data: { hProperties: { id } }, children: [{ type: "inlineCode", value: key }] },
  { ...list, attributes: [...(list.attributes ?? []), { type: "mdxJsxAttribute", name: "only", value: key }] },
];

const attributeOf = ({ attributes = [] }: Node, wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value ?? "";

const read = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../generated/${name}.json`, import.meta.url), "utf8"));
const events = () => (read("events") as ReturnType<typeof listEventTypes>).map(({ type }) => type);
const errorsOf = (part: string) =>
  ((read("errors") as ReturnType<typeof listErrorGroups>)[part] ?? []).map(({ code }) => code);
