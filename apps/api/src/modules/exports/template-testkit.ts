import { fillTemplate, parseTemplate } from "./template";
import { createSampleTemplateData, type TemplateKind, templateFieldSchemasByKind } from "./template-paths";

export const fillTestTemplate = (
  content: string,
  data: Readonly<Record<string, unknown>> = createSampleTemplateData("CASE"),
  kind: TemplateKind = "CASE",
) => {
  const parsed = parseTemplate(content, templateFieldSchemasByKind[kind]);
  return "fault" in parsed
    ? parsed
    : fillTemplate(parsed.nodes, data, (value) => (typeof value === "string" ? value : ""));
};
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
