import type { Static } from "@leitstand/contract/core/schema";
import type {
  TodoTemplate,
  TodoTemplateCreateRequest,
  TodoTemplateUpdateRequest,
} from "@leitstand/contract/cases/todo-templates";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, sql } from "#platform/database/sql";

export type TodoTemplateRow = Static<typeof TodoTemplate>;

const todoTemplateColumns = sql`id, title, description, type, phase, required, position, conditions, active, lock_version, created_at, updated_at`;

/** Todo templates of the tenant; not paged, because check lists have dozens of lines. */
export const selectTodoTemplates = (tx: Tx, type: TodoTemplateRow["type"] | undefined) =>
  tx.many<TodoTemplateRow>(sql`
    select ${todoTemplateColumns} from todo_templates
    where tenant_id = ${tx.tenantId} and (${type ?? null}::text is null or type = ${type ?? null}::text)
    order by type, phase desc, position, id`);

export const selectActiveTodoTemplates = (tx: Tx, type: TodoTemplateRow["type"]) =>
  tx.many<TodoTemplateRow>(sql`
    select ${todoTemplateColumns} from todo_templates
    where tenant_id = ${tx.tenantId} and type = ${type} and active order by phase desc, position, id`);

export const selectTodoTemplate = (tx: Tx, id: string) =>
  tx.maybe<TodoTemplateRow>(
    sql`select ${todoTemplateColumns} from todo_templates where tenant_id = ${tx.tenantId} and id = ${id}`,
  );

export const insertTodoTemplate = (tx: Tx, draft: Static<typeof TodoTemplateCreateRequest>) =>
  tx.one<TodoTemplateRow>(sql`
    insert into todo_templates (tenant_id, title, description, type, phase, required, position, conditions, active)
    values (${tx.tenantId}, ${draft.title}, ${draft.description}, ${draft.type}, ${draft.phase}, ${draft.required}, ${draft.position},
      ${toJsonParameter(draft.conditions ?? {})}, ${draft.active})
    returning ${todoTemplateColumns}`);

/** Updates a template; undefined when the tenant has no such template, or has it at another lock version. */
export const updateTodoTemplate = (
  tx: Tx,
  { id, ...change }: Static<typeof TodoTemplateUpdateRequest> & { id: string },
) =>
  tx.maybe<TodoTemplateRow>(sql`
    update todo_templates set title = ${change.title}, description = ${change.description}, type = ${change.type}, phase = ${change.phase},
      required = ${change.required}, position = ${change.position}, conditions = ${toJsonParameter(change.conditions ?? {})}, active = ${change.active},
      lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and id = ${id} and lock_version = ${change.lock_version}
    returning ${todoTemplateColumns}`);

export const removeTodoTemplate = (tx: Tx, id: string) =>
  tx.run(sql`delete from todo_templates where tenant_id = ${tx.tenantId} and id = ${id}`);
