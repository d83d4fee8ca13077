import type { Static } from "@leitstand/contract/core/schema";
import type { TodoTemplateUpdateRequest } from "@leitstand/contract/cases/todo-templates";
import type { Tx } from "#platform/database/database";
import { findMissingOrConflictProblem } from "#platform/database/lock";
import { notFound } from "#platform/problem";
import { sql } from "#platform/database/sql";
import { matchesTodoConditions, type TodoRelevantCaseFacts } from "./todo-template";
import {
  insertTodoTemplate,
  removeTodoTemplate,
  selectActiveTodoTemplates,
  selectTodoTemplate,
  selectTodoTemplates,
  updateTodoTemplate,
} from "./todo-templates.sql";

export const listTodoTemplates = selectTodoTemplates;
export const createTodoTemplate = insertTodoTemplate;

/** Templates that a new case starts with, in their order. */
export async function listTodoTemplatesForCase(tx: Tx, facts: TodoRelevantCaseFacts) {
  const templates = await selectActiveTodoTemplates(tx, "CASE_TEMPLATE");
  return templates.filter(({ conditions }) => matchesTodoConditions(conditions, facts));
}

export async function getTodoTemplate(tx: Tx, id: string) {
  const template = await selectTodoTemplate(tx, id);
  if (!template) throw notFound("todo_template", id);
  return template;
}

export async function changeTodoTemplate(tx: Tx, change: Static<typeof TodoTemplateUpdateRequest> & { id: string }) {
  const template = await updateTodoTemplate(tx, change);
  if (!template)
    throw await findMissingOrConflictProblem(tx, { ...change, table: sql`todo_templates`, resource: "todo_template" });
  return template;
}

export async function deleteTodoTemplate(tx: Tx, id: string) {
  if ((await removeTodoTemplate(tx, id)) === 0) throw notFound("todo_template", id);
}
