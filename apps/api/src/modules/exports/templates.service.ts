import type {
  exportTemplateOperations,
  ExportTemplateWrite,
  TemplateExportRequest,
} from "@leitstand/contract/board/export-templates";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { notFound, problem } from "#platform/problem";
import { type Scope, scopeOf } from "#platform/access/principal";
import type { CaseReader } from "#modules/cases/index";
import type { Block, Document } from "#modules/documents/index";
import { getCaseFile, getTourFile, getWriting } from "./case-export.service";
import { phrasesOf } from "./document-words";
import {
  deleteTemplate,
  insertTemplate,
  selectTemplate,
  selectTemplateByName,
  selectTemplates,
  updateTemplate,
} from "./templates.sql";
import { fillTemplate, FILLED_LENGTH_MAX, parseTemplate, type TemplateNode } from "./template";
import { sampleOf, type TemplateKind, templateSchemas } from "./template-paths";
import { documentOf, valueText, type Writing } from "./writing.service";

type Template = AnswerOf<(typeof exportTemplateOperations)["getExportTemplate"]>;
const TEMPLATES_MAX = 200;

export const listTemplates = (tx: Tx) => selectTemplates(tx, TEMPLATES_MAX);

export async function getTemplate(tx: Tx, id: string): Promise<Template> {
  const found = await selectTemplate(tx, id);
  if (!found) throw notFound("export_template", id);
  return found;
}

/** Creates a template, or replaces the one of that name at the given lock version. */
export async function putTemplate(tx: Tx, { lock_version, ...template }: ExportTemplateWrite): Promise<Template> {
  parsed(template.content, template.kind);
  const known = await selectTemplateByName(tx, template);
  if (!known) {
    if (lock_version !== undefined) throw notFound("export_template", template.name);
    if ((await selectTemplates(tx, TEMPLATES_MAX)).length >= TEMPLATES_MAX)
      throw problem("LIMIT_EXCEEDED", { limit: TEMPLATES_MAX });
    const made = await insertTemplate(tx, template);
    if (!made) throw problem("RESOURCE_ALREADY_EXISTS", { field: "name" });
    return made;
  }
  if (lock_version === undefined) throw problem("RESOURCE_ALREADY_EXISTS", { field: "name" });
  const written = await updateTemplate(tx, { ...template, id: known.id, lock_version });
  if (!written) throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: known.lock_version });
  return written;
}

export async function removeTemplate(tx: Tx, id: string) {
  if ((await deleteTemplate(tx, id)) === 0) throw notFound("export_template", id);
}

export interface FilledTemplate {
  readonly writing: Writing;
  readonly title: string;
  readonly text: string;
}

/** Template filled with a case or a tour, or with the examples of the reference. */
export async function fillRequested(
  tx: Tx,
  reader: CaseReader,
  request: TemplateExportRequest,
): Promise<FilledTemplate> {
  const { case_id, tour_id, content, template_id, language } = request;
  if (case_id !== undefined && tour_id !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "case_id,tour_id" });
  if ((content === undefined) === (template_id === undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "content,template_id" });
  const stored = template_id === undefined ? undefined : await findStored(tx, template_id);
  const kind: TemplateKind = stored?.kind ?? (tour_id === undefined ? "CASE" : "TOUR");
  if (kind === "CASE" ? tour_id !== undefined : case_id !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", {
      fields: kind === "CASE" ? "template_id,tour_id" : "template_id,case_id",
    });
  const nodes = parsed(content ?? stored?.content ?? "", kind);
  const writing = await getWriting(tx, reader, language);
  const { natural_id, data } = await dataFor(tx, reader, { case_id, tour_id, kind });
  const phrases = phrasesOf(writing.language);
  const title = `${kind === "CASE" ? phrases.case : phrases.tour} ${natural_id ?? `(${phrases.sample})`}`;
  return { writing, title, text: filled(nodes, { ...data, ...frame(writing) }, writing) };
}

/** Stored template of cases filled with one case, for the export of that case. */
export async function fillForCase(
  tx: Tx,
  reader: CaseReader,
  request: { id: string; template_id: string; language?: "de" | "en" | undefined },
) {
  const stored = await findStored(tx, request.template_id);
  if (stored.kind !== "CASE") throw problem("REFERENCE_NOT_FOUND", { field: "template_id", id: request.template_id });
  const writing = await getWriting(tx, reader, request.language);
  const { dispatchCase, history } = await getCaseFile(tx, reader, { id: request.id, withComments: false });
  const nodes = parsed(stored.content, "CASE");
  const text = filled(nodes, { case: dispatchCase, history, ...frame(writing) }, writing);
  return { writing, title: `${phrasesOf(writing.language).case} ${dispatchCase.natural_id}`, text };
}

async function findStored(tx: Tx, id: string): Promise<Template> {
  const found = await selectTemplate(tx, id);
  if (!found) throw problem("REFERENCE_NOT_FOUND", { field: "template_id", id });
  return found;
}

function parsed(content: string, kind: TemplateKind): readonly TemplateNode[] {
  const result = parseTemplate(content, templateSchemas[kind]);
  if ("fault" in result) throw problem("TEMPLATE_INVALID", { line: result.fault.line });
  return result.nodes;
}

function filled(nodes: readonly TemplateNode[], data: Readonly<Record<string, unknown>>, writing: Writing): string {
  const text = fillTemplate(nodes, data, (value, field) => valueText(writing, value, field));
  if (text === undefined) throw problem("LIMIT_EXCEEDED", { limit: FILLED_LENGTH_MAX });
  return text;
}

const frame = ({ company, maker, now }: Writing) => ({
  company: { name: company },
  document: { made_at: now.toISOString(), made_by: maker },
});

/** Data for a template; reading it requires the grant to export the case or tour itself. */
async function dataFor(
  tx: Tx,
  reader: CaseReader,
  { case_id, tour_id, kind }: { case_id: string | undefined; tour_id: string | undefined; kind: TemplateKind },
): Promise<{ natural_id?: string; data: Readonly<Record<string, unknown>> }> {
  if (case_id !== undefined) {
    const caller = { ...reader, scope: reachOf(reader, "exportCase") };
    const { dispatchCase, history } = await getCaseFile(tx, caller, { id: case_id, withComments: false });
    return { natural_id: dispatchCase.natural_id, data: { case: dispatchCase, history } };
  }
  if (tour_id !== undefined) {
    const { file } = await getTourFile(tx, { ...reader, scope: reachOf(reader, "exportTour") }, { id: tour_id });
    return { natural_id: file.tour.natural_id, data: { tour: file.tour } };
  }
  return { data: sampleOf(kind) };
}

function reachOf({ principal }: CaseReader, grant: string): Scope {
  const scope = scopeOf(principal, grant);
  if (!scope) throw problem("AUTH_GRANT_MISSING", { grant });
  return scope;
}

export const templateDocument = ({ writing, title, text }: FilledTemplate): Document =>
  documentOf(writing, title, blocksOfText(text));

/** Blocks of a text: `# ` and `## ` begin headings, `- ` an entry of a list, `---` is a rule. */
function blocksOfText(text: string): Block[] {
  const blocks: Block[] = [];
  let lines: string[] = [];
  const flush = () => {
    if (lines.length > 0) blocks.push({ kind: "text", text: lines.join("\n") });
    lines = [];
  };
  for (const line of text.split(/\r\n|\n|\r/)) {
    const special = specialBlock(line);
    if (!special) lines.push(line.startsWith("- ") ? `•  ${line.slice(2)}` : line);
    else {
      flush();
      blocks.push(special);
    }
  }
  flush();
  return blocks;
}

function specialBlock(line: string): Block | undefined {
  if (line.startsWith("## ")) return { kind: "heading", text: line.slice(3), level: 2 };
  if (line.startsWith("# ")) return { kind: "heading", text: line.slice(2), level: 1 };
  return line.startsWith("---") ? { kind: "rule" } : undefined;
}
