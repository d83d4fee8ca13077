import { readFileSync } from "node:fs";
import type { listErrorGroups } from "../src/contract/contract-errors";
import type { listEventTypes } from "../src/contract/contract-events";

interface MdxNode {
  readonly type: string;
  readonly name?: string;
  readonly depth?: number;
  readonly value?: string;
  readonly data?: { readonly hProperties: { readonly id: string } };
  readonly attributes?: readonly { readonly type: string; readonly name: string; readonly value: string }[];
  children?: MdxNode[];
}

/**
 * Inserts a heading before each error and each event that a page lists by a component: table of contents, anchors and
 * search only know what is in the page itself.
 */
export const errorAndEventHeadingsPlugin = () => (page: MdxNode) => {
  page.children = (page.children ?? []).flatMap((node) => {
    if (node.name === "ErrorTypes")
      return errorHeadingsOf(attributeText(node, "of")).flatMap((code) => headingEntry(node, code, code));
    if (node.name !== "EventTypes") return [node];
    return eventHeadings().flatMap((type) => headingEntry(node, type, type.replaceAll(" ", "-")));
  });
};

const headingEntry = (list: MdxNode, key: string, id: string): MdxNode[] => [
  { type: "heading", depth: 3, data: { hProperties: { id } }, children: [{ type: "inlineCode", value: key }] },
  { ...list, attributes: [...(list.attributes ?? []), { type: "mdxJsxAttribute", name: "only", value: key }] },
];

const attributeText = ({ attributes = [] }: MdxNode, wanted: string) =>
  attributes.find(({ name }) => name === wanted)?.value ?? "";

const readGenerated = (name: string): unknown =>
  JSON.parse(readFileSync(new URL(`../generated/${name}.json`, import.meta.url), "utf8"));
const eventHeadings = () => (readGenerated("events") as ReturnType<typeof listEventTypes>).map(({ type }) => type);
const errorHeadingsOf = (part: string) =>
  ((readGenerated("errors") as ReturnType<typeof listErrorGroups>)[part] ?? []).map(({ code }) => code);
