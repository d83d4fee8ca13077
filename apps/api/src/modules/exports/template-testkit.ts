import type { DocumentBlock } from "#modules/documents/index";
import { type TemplateNode, fillTemplate, parseTemplate, textOfFilledTemplate } from "./template";
import { createTemplateBlocks } from "./template-blocks.service";
import { createSampleTemplateData, type TemplateKind, templateFieldSchemasByKind } from "./template-paths";

export const fillTestTemplate = (
  content: string,
  data: Readonly<Record<string, unknown>> = createSampleTemplateData("CASE"),
  kind: TemplateKind = "CASE",
) => {
  const parsed = parseTemplate(content, templateFieldSchemasByKind[kind]);
  if ("fault" in parsed) return parsed;
  const parts = fillTemplateWithTexts(parsed.nodes, data);
  return parts && textOfFilledTemplate(parts);
};

/** Blocks of a template filled with a case. */
export function createTestTemplateBlocks(content: string, data: Readonly<Record<string, unknown>>): DocumentBlock[] {
  const parsed = parseTemplate(content, templateFieldSchemasByKind.CASE);
  return "fault" in parsed ? [] : createTemplateBlocks(fillTemplateWithTexts(parsed.nodes, data) ?? []);
}

const fillTemplateWithTexts = (nodes: readonly TemplateNode[], data: Readonly<Record<string, unknown>>) =>
  fillTemplate(nodes, data, (value) => (typeof value === "string" ? value : ""));

/** Template with lists in lists. */
export const nestedTemplate = (depth: number, body: string) =>
  "{{#each history}}".repeat(depth) + body + "{{/each}}".repeat(depth);

/** Templates made to keep the parser busy. */
export const parserStressTemplates = [
  "{{".repeat(32_000),
  "{".repeat(65_536),
  "{{#if ".repeat(10_000),
  "{{case.natural_id}}".repeat(3_400),
];
