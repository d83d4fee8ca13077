import type { DocumentBlock } from "#modules/documents/index";
import type { FilledTemplatePart } from "./template";

/** Line of a template with its values filled in, which may have line breaks of their own. */
interface FilledTemplateLine {
  text: string;
  /** Text of the template before the first value; only this can be markup. */
  start: string;
  hasValue: boolean;
}

/**
 * Blocks of a filled template: `# ` and `## ` begin headings, `- ` an entry of a list, and a line of nothing but dashes is
 * a rule. Values are text, whatever they begin with.
 */
export function createTemplateBlocks(parts: readonly FilledTemplatePart[]): DocumentBlock[] {
  const blocks: DocumentBlock[] = [];
  let texts: string[] = [];
  const flush = () => {
    if (texts.length > 0) blocks.push({ kind: "text", text: texts.join("\n") });
    texts = [];
  };
  for (const line of linesOfTemplate(parts)) {
    const special = parseSpecialBlock(line);
    if (!special) texts.push(line.start.startsWith("- ") ? `•  ${line.text.slice(2)}` : line.text);
    else {
      flush();
      blocks.push(special);
    }
  }
  flush();
  return blocks;
}

function linesOfTemplate(parts: readonly FilledTemplatePart[]): readonly FilledTemplateLine[] {
  let line: FilledTemplateLine = { text: "", start: "", hasValue: false };
  const lines = [line];
  for (const { text, isValue } of parts) {
    const [rest = "", ...others] = isValue ? [text] : text.split(/\r\n|\n|\r/);
    line.text += rest;
    line.hasValue ||= isValue && text !== "";
    if (!line.hasValue) line.start += rest;
    for (const other of others) {
      line = { text: other, start: other, hasValue: false };
      lines.push(line);
    }
  }
  return lines;
}

function parseSpecialBlock({ text, start, hasValue }: FilledTemplateLine): DocumentBlock | undefined {
  if (start.startsWith("## ")) return { kind: "heading", text: text.slice(3), level: 2 };
  if (start.startsWith("# ")) return { kind: "heading", text: text.slice(2), level: 1 };
  return !hasValue && /^-{3,}\s*$/.test(text) ? { kind: "rule" } : undefined;
}
