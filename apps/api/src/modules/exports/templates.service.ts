import type {
  exportTemplateOperations,
  ExportTemplateInput,
  TemplateExportRequest,
} from "@leitstand/contract/board/export-templates";
import type { AnswerOf } from "@leitstand/contract/operation/operation";
import type { Tx } from "#platform/database/database";
import { queueLockOfCount } from "#platform/database/lock";
import { notFound, problem } from "#platform/problem";
import { type Scope, scopeOfGrant } from "#platform/access/principal";
import type { CaseReader } from "#modules/cases/index";
import type { PaperDocument } from "#modules/documents/index";
import { loadCaseDocumentContent, loadTourDocumentContent, loadDocumentContext } from "./case-export.service";
import { documentPhrasesOf } from "./document-phrases";
import {
  deleteExportTemplateRow,
  insertExportTemplate,
  selectExportTemplate,
  selectExportTemplateByName,
  selectExportTemplates,
  updateExportTemplate,
} from "./templates.sql";
import {
  type FilledTemplatePart,
  fillTemplate,
  FILLED_TEMPLATE_LENGTH_MAX,
  parseTemplate,
  type TemplateNode,
} from "./template";
import { createTemplateBlocks } from "./template-blocks.service";
import { createSampleTemplateData, type TemplateKind, templateFieldSchemasByKind } from "./template-paths";
import { createPrintableDocument, formatFieldValue, type DocumentContext } from "./writing.service";

type Template = AnswerOf<(typeof exportTemplateOperations)["getExportTemplate"]>;
const TEMPLATES_MAX = 200;

export const listExportTemplates = (tx: Tx) => selectExportTemplates(tx, TEMPLATES_MAX);

export async function getTemplate(tx: Tx, id: string): Promise<Template> {
  const found = await selectExportTemplate(tx, id);
  if (!found) throw notFound("export_template", id);
  return found;
}

/** Creates a template, or replaces the one of that name at the given lock version. */
export async function createOrReplaceTemplate(
  tx: Tx,
  { lock_version, ...template }: ExportTemplateInput,
): Promise<Template> {
  parseOrThrow(template.content, template.kind);
  const known = await selectExportTemplateByName(tx, template);
  if (!known) {
    if (lock_version !== undefined) throw notFound("export_template", template.name);
    queueLockOfCount(tx, "export_templates");
    if ((await selectExportTemplates(tx, TEMPLATES_MAX)).length >= TEMPLATES_MAX)
      throw problem("LIMIT_EXCEEDED", { limit: TEMPLATES_MAX });
    const made = await insertExportTemplate(tx, template);
    if (!made) throw problem("RESOURCE_ALREADY_EXISTS", { field: "name" });
    return made;
  }
  if (lock_version === undefined) throw problem("RESOURCE_ALREADY_EXISTS", { field: "name" });
  const written = await updateExportTemplate(tx, { ...template, id: known.id, lock_version });
  if (!written) throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: known.lock_version });
  return written;
}

export async function removeTemplate(tx: Tx, id: string) {
  if ((await deleteExportTemplateRow(tx, id)) === 0) throw notFound("export_template", id);
}

export interface FilledTemplate {
  readonly writing: DocumentContext;
  readonly title: string;
  readonly parts: readonly FilledTemplatePart[];
}

/** Template filled with a case or a tour, or with the examples of the reference. */
export async function fillRequestedTemplate(
  tx: Tx,
  reader: CaseReader,
  request: TemplateExportRequest,
): Promise<FilledTemplate> {
  const { case_id, tour_id, content, template_id, language } = request;
  if (case_id !== undefined && tour_id !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "case_id,tour_id" });
  if ((content === undefined) === (template_id === undefined))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "content,template_id" });
  const stored = template_id === undefined ? undefined : await getStoredTemplate(tx, template_id);
  const kind = kindOfRequestedTemplate(request, stored);
  const nodes = parseOrThrow(content ?? stored?.content ?? "", kind);
  const writing = await loadDocumentContext(tx, reader, language);
  const { natural_id, data } = await loadTemplateData(tx, reader, { case_id, tour_id, kind });
  const phrases = documentPhrasesOf(writing.language);
  const title = `${kind === "CASE" ? phrases.case : phrases.tour} ${natural_id ?? `(${phrases.sample})`}`;
  return { writing, title, parts: fillOrThrow(nodes, { ...data, ...commonTemplateData(writing) }, writing) };
}

/** Kind of a template, which must fit to what it is filled with. */
function kindOfRequestedTemplate(
  { kind, case_id, tour_id }: TemplateExportRequest,
  stored: Template | undefined,
): TemplateKind {
  if (stored && kind !== undefined && kind !== stored.kind)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "template_id,kind" });
  const found = stored?.kind ?? kind ?? (tour_id === undefined ? "CASE" : "TOUR");
  const [unfitting, field] = found === "CASE" ? [tour_id, "tour_id"] : [case_id, "case_id"];
  if (unfitting !== undefined)
    throw problem("FIELD_COMBINATION_INVALID", { fields: `${stored ? "template_id" : "kind"},${field}` });
  return found;
}

/** Stored template of cases filled with one case, for the export of that case. */
export async function fillTemplateForCase(
  tx: Tx,
  reader: CaseReader,
  request: { id: string; template_id: string; language?: "de" | "en" | undefined },
) {
  const stored = await getStoredTemplate(tx, request.template_id);
  if (stored.kind !== "CASE") throw problem("REFERENCE_NOT_FOUND", { field: "template_id", id: request.template_id });
  const writing = await loadDocumentContext(tx, reader, request.language);
  const { dispatchCase, history } = await loadCaseDocumentContent(tx, reader, { id: request.id, withComments: false });
  const nodes = parseOrThrow(stored.content, "CASE");
  const parts = fillOrThrow(nodes, { case: dispatchCase, history, ...commonTemplateData(writing) }, writing);
  return { writing, title: `${documentPhrasesOf(writing.language).case} ${dispatchCase.natural_id}`, parts };
}

async function getStoredTemplate(tx: Tx, id: string): Promise<Template> {
  const found = await selectExportTemplate(tx, id);
  if (!found) throw problem("REFERENCE_NOT_FOUND", { field: "template_id", id });
  return found;
}

function parseOrThrow(content: string, kind: TemplateKind): readonly TemplateNode[] {
  const result = parseTemplate(content, templateFieldSchemasByKind[kind]);
  if ("fault" in result) throw problem("TEMPLATE_INVALID", { line: result.fault.line });
  return result.nodes;
}

function fillOrThrow(
  nodes: readonly TemplateNode[],
  data: Readonly<Record<string, unknown>>,
  writing: DocumentContext,
): readonly FilledTemplatePart[] {
  const parts = fillTemplate(nodes, data, (value, field) => formatFieldValue(writing, value, field));
  if (parts === undefined) throw problem("LIMIT_EXCEEDED", { limit: FILLED_TEMPLATE_LENGTH_MAX });
  return parts;
}

const commonTemplateData = ({ company, maker, now }: DocumentContext) => ({
  company: { name: company },
  document: { made_at: now.toISOString(), made_by: maker },
});

/** Data for a template; reading it requires the grant to export the case or tour itself. */
async function loadTemplateData(
  tx: Tx,
  reader: CaseReader,
  { case_id, tour_id, kind }: { case_id: string | undefined; tour_id: string | undefined; kind: TemplateKind },
): Promise<{ natural_id?: string; data: Readonly<Record<string, unknown>> }> {
  if (case_id !== undefined) {
    const caller = { ...reader, scope: requireScope(reader, "exportCase") };
    const { dispatchCase, history } = await loadCaseDocumentContent(tx, caller, { id: case_id, withComments: false });
    return { natural_id: dispatchCase.natural_id, data: { case: dispatchCase, history } };
  }
  if (tour_id !== undefined) {
    const { file } = await loadTourDocumentContent(
      tx,
      { ...reader, scope: requireScope(reader, "exportTour") },
      { id: tour_id },
    );
    return { natural_id: file.tour.natural_id, data: { tour: file.tour } };
  }
  return { data: createSampleTemplateData(kind) };
}

function requireScope({ principal }: CaseReader, grant: string): Scope {
  const scope = scopeOfGrant(principal, grant);
  if (!scope) throw problem("AUTH_GRANT_MISSING", { grant });
  return scope;
}

export const createTemplateDocument = ({ writing, title, parts }: FilledTemplate): PaperDocument =>
  createPrintableDocument(writing, title, createTemplateBlocks(parts));
