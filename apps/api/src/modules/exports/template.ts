/** Template of a tenant: text with tags for known values, and no logic that could do anything else. */
import type { TemplateFieldPath, TemplateFieldSchema } from "./template-paths";

interface TemplateValueNode {
  readonly kind: "value";
  readonly path: TemplateFieldPath;
}
export type TemplateNode =
  | { readonly kind: "text"; readonly text: string }
  | TemplateValueNode
  | {
      readonly kind: "if";
      readonly path: TemplateFieldPath;
      readonly then: readonly TemplateNode[];
      readonly otherwise: readonly TemplateNode[];
    }
  | { readonly kind: "each"; readonly path: TemplateFieldPath; readonly body: readonly TemplateNode[] };

/** Line of the first fault, from 1. */
interface TemplateFault {
  readonly line: number;
}
export type ParsedTemplate = { readonly nodes: readonly TemplateNode[] } | { readonly fault: TemplateFault };

/** Deepest nesting of blocks. */
const TEMPLATE_NESTING_DEPTH_MAX = 5;
const TEMPLATE_TAG = /(?<!\{)\{\{([^{}]*)\}\}(?!\})/g;
const TEMPLATE_PATH = /^[a-z][a-z0-9_]*(?:\.[a-z][a-z0-9_]*)*$/;

interface OpenTemplateBlock {
  readonly kind: "if" | "each";
  readonly path: TemplateFieldPath;
  readonly line: number;
  readonly schema: TemplateFieldSchema;
  readonly then: TemplateNode[];
  otherwise?: TemplateNode[];
}

/**
 * Parses a template against the fields that it may name: every path is looked up once, here, and one that the contract
 * does not have is a fault of the template. Within `{{#each path}}`, `this` is the current item.
 */
export function parseTemplate(content: string, schema: TemplateFieldSchema): ParsedTemplate {
  const reader = new TemplateParser(schema);
  let at = 0;
  for (const match of content.matchAll(TEMPLATE_TAG)) {
    reader.text(content.slice(at, match.index));
    if (!reader.tag((match[1] as string).trim())) return { fault: { line: reader.line } };
    at = match.index + match[0].length;
    reader.skip(match[0]);
  }
  reader.text(content.slice(at));
  return reader.end();
}

class TemplateParser {
  line = 1;
  private readonly nodes: TemplateNode[] = [];
  private readonly open: OpenTemplateBlock[] = [];
  private fault: TemplateFault | undefined;

  constructor(private readonly schema: TemplateFieldSchema) {}

  text(text: string) {
    // Braces outside of a tag are a fault.
    const stray = text.search(/\{\{|\}\}/);
    if (stray >= 0) this.fault ??= { line: this.line + countLineBreaks(text.slice(0, stray)) };
    if (text !== "") this.here().push({ kind: "text", text });
    this.skip(text);
  }

  skip(text: string) {
    this.line += countLineBreaks(text);
  }

  /** Reads a tag; false when it is invalid. */
  tag(tag: string): boolean {
    if (this.fault) {
      this.line = this.fault.line;
      return false;
    }
    const opening = /^#(if|each)\s+(.+)$/.exec(tag);
    if (opening) return this.begin(opening[1] as "if" | "each", opening[2] as string);
    if (tag === "else") return this.turn();
    if (tag === "/if" || tag === "/each") return this.close(tag.slice(1));
    const found = this.find(tag);
    if (found?.kind !== "value") return false;
    this.here().push({ kind: "value", path: found.path });
    return true;
  }

  end(): ParsedTemplate {
    const unclosed = this.open.at(-1);
    if (this.fault) return { fault: this.fault };
    return unclosed ? { fault: { line: unclosed.line } } : { nodes: this.nodes };
  }

  private begin(kind: "if" | "each", path: string): boolean {
    const found = this.find(path);
    if (!found || this.open.length >= TEMPLATE_NESTING_DEPTH_MAX || (kind === "each" && found.kind !== "list"))
      return false;
    const schema = kind === "each" && found.item ? found.item : this.schemaHere();
    this.open.push({ kind, path: found.path, line: this.line, schema, then: [] });
    return true;
  }

  private turn(): boolean {
    const block = this.open.at(-1);
    if (block?.kind !== "if" || block.otherwise) return false;
    block.otherwise = [];
    return true;
  }

  private close(kind: string): boolean {
    const block = this.open.pop();
    if (block?.kind !== kind) return false;
    const { path, then, otherwise = [] } = block;
    this.here().push(block.kind === "if" ? { kind: "if", path, then, otherwise } : { kind: "each", path, body: then });
    return true;
  }

  private find(path: string) {
    return TEMPLATE_PATH.test(path) ? this.schemaHere().find(path) : undefined;
  }

  private schemaHere(): TemplateFieldSchema {
    return this.open.at(-1)?.schema ?? this.schema;
  }

  private here(): TemplateNode[] {
    const block = this.open.at(-1);
    return block ? (block.otherwise ?? block.then) : this.nodes;
  }
}

const countLineBreaks = (text: string) => text.split("\n").length - 1;

/** Maximum number of characters of a filled template and of tags that are filled in, because nested lists multiply. */
export const FILLED_TEMPLATE_LENGTH_MAX = 1_000_000;
const TEMPLATE_STEPS_MAX = 200_000;
export type TemplateData = Readonly<Record<string, unknown>>;

/** Text of a filled template: of the template itself, or of a value. */
export interface FilledTemplatePart {
  readonly text: string;
  readonly isValue: boolean;
}

/**
 * Fills known values into a template.
 * @param show how a value is written, by the field that contains it
 * @returns undefined when the text outgrows FILLED_TEMPLATE_LENGTH_MAX, or takes too many steps
 */
export function fillTemplate(
  nodes: readonly TemplateNode[],
  data: TemplateData,
  show: (value: unknown, field: string | undefined) => string,
): readonly FilledTemplatePart[] | undefined {
  const parts: FilledTemplatePart[] = [];
  let [length, steps] = [0, 0];
  const add = (text: string, isValue: boolean) => {
    parts.push({ text, isValue });
    length += text.length;
    return length <= FILLED_TEMPLATE_LENGTH_MAX;
  };
  const fill = (some: readonly TemplateNode[], known: TemplateData): boolean =>
    some.every((node) => {
      if (++steps > TEMPLATE_STEPS_MAX) return false;
      switch (node.kind) {
        case "text":
          return add(node.text, false);
        case "value":
          return add(show(lookUpPath(known, node.path), node.path.at(-1)), true);
        case "if":
          return fill(isValuePresent(lookUpPath(known, node.path)) ? node.then : node.otherwise, known);
        case "each":
          return listOrEmpty(lookUpPath(known, node.path)).every(
            (item) => ++steps <= TEMPLATE_STEPS_MAX && fill(node.body, { ...known, this: item }),
          );
      }
    });
  return fill(nodes, data) ? parts : undefined;
}

/** Filled template as a text. */
export const textOfFilledTemplate = (parts: readonly FilledTemplatePart[]): string =>
  parts.map(({ text }) => text).join("");

/** Looks up a path in own properties only; inherited ones are no data. */
function lookUpPath(data: TemplateData, path: TemplateFieldPath): unknown {
  let value: unknown = data;
  for (const field of path) {
    if (value === null || typeof value !== "object" || !Object.hasOwn(value, field)) return undefined;
    value = (value as Readonly<Record<string, unknown>>)[field];
  }
  return value;
}

const listOrEmpty = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

const isValuePresent = (value: unknown) =>
  value !== null &&
  value !== undefined &&
  value !== false &&
  value !== "" &&
  !(Array.isArray(value) && value.length === 0);
