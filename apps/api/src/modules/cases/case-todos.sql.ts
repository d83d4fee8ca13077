import type { Todo } from "@leitstand/contract/cases/case-parts";
import type { Tx } from "#platform/database/database";
import { actorNameSql } from "#platform/access/person-name";
import type { Scope } from "#platform/access/principal";
import { caseInScopeCondition } from "#modules/visibility/index";
import { sql } from "#platform/database/sql";

export interface TodoCompletion {
  readonly case_id: string;
  readonly todo_id: string;
  readonly completed: boolean;
  readonly completed_by: string;
  readonly now: Date;
}
export type UpdatedTodoRow = Todo & { readonly changed: boolean };

const todoColumns = sql`todo.id, todo.created_at, todo.updated_at, todo.title, todo.description, todo.phase, todo.required, todo.position,
      todo.completed, todo.completed_at, coalesce(
      (select json_build_object('id', u.id, 'name', ${actorNameSql(sql`u`)})
        from users u where u.tenant_id = todo.tenant_id and u.id = todo.completed_by),
      (select json_build_object('id', d.id, 'name', coalesce(d.name, d.natural_id))
        from devices d where d.tenant_id = todo.tenant_id and d.id = todo.completed_by)) as completed_by`;

export const selectTodo = (tx: Tx, id: string) =>
  tx.one<Todo>(
    sql`select ${todoColumns} from case_todos todo where todo.tenant_id = ${tx.tenantId} and todo.id = ${id}`,
  );

/** Updates a todo; the first user who ticked it stays named. */
export const updateTodo = (tx: Tx, scope: Scope, { case_id, todo_id, completed, completed_by, now }: TodoCompletion) =>
  tx.maybe<UpdatedTodoRow>(sql`
    with before as (
      select todo.id, todo.completed from case_todos todo
      where todo.tenant_id = ${tx.tenantId} and todo.id = ${todo_id} and todo.case_id in (select c.id from cases c where c.tenant_id = ${tx.tenantId} and c.id = ${case_id} and ${caseInScopeCondition(scope, sql`c`, "todos")}) for update),
    changed as (
      update case_todos todo set completed = ${completed}, updated_at = now(),
        completed_at = case when ${completed} then ${now}::timestamptz end, completed_by = case when ${completed} then ${completed_by}::uuid end
      from before where todo.tenant_id = ${tx.tenantId} and todo.id = before.id and before.completed <> ${completed}
      returning todo.*),
    todo as (
      select * from changed union all
      select todo.* from case_todos todo join before on before.id = todo.id
      where todo.tenant_id = ${tx.tenantId} and not exists (select 1 from changed))
    select ${todoColumns}, exists (select 1 from changed) as changed
    from todo`);
