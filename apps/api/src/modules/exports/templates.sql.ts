import type {
  ExportTemplate,
  ExportTemplateSummary,
  ExportTemplateInput,
} from "@leitstand/contract/board/export-templates";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import { sql } from "#platform/database/sql";

type ExportTemplateRow = Static<typeof ExportTemplate>;
type TemplateDraft = Omit<ExportTemplateInput, "lock_version">;

const templateSummaryColumns = sql`id, created_at, updated_at, lock_version, kind, name`;

export const selectExportTemplates = (tx: Tx, limit: number) =>
  tx.many<Static<typeof ExportTemplateSummary>>(sql`
    select ${templateSummaryColumns} from export_templates where tenant_id = ${tx.tenantId} order by kind, name, id limit ${limit}`);

export const selectExportTemplate = (tx: Tx, id: string) =>
  tx.maybe<ExportTemplateRow>(
    sql`select ${templateSummaryColumns}, content from export_templates where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

export const selectExportTemplateByName = (tx: Tx, { kind, name }: Pick<TemplateDraft, "kind" | "name">) =>
  tx.maybe<{ id: string; lock_version: number }>(sql`
    select id, lock_version from export_templates where tenant_id = ${tx.tenantId} and kind = ${kind} and name = ${name}`);

/** Inserts a template; undefined when a concurrent request has just created one of that name. */
export const insertExportTemplate = (tx: Tx, { kind, name, content }: TemplateDraft) =>
  tx.maybe<ExportTemplateRow>(sql`
    insert into export_templates (tenant_id, kind, name, content) values (${tx.tenantId}, ${kind}, ${name}, ${content})
    on conflict (tenant_id, kind, name) do nothing returning ${templateSummaryColumns}, content`);

/** Replaces a template; undefined when it has another lock version. */
export const updateExportTemplate = (
  tx: Tx,
  { id, lock_version, content }: TemplateDraft & { id: string; lock_version: number },
) =>
  tx.maybe<ExportTemplateRow>(sql`
    update export_templates set content = ${content}, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${lock_version} returning ${templateSummaryColumns}, content`);

export const deleteExportTemplateRow = (tx: Tx, id: string) =>
  tx.run(sql`delete from export_templates where tenant_id = ${tx.tenantId} and id = ${id}`);
