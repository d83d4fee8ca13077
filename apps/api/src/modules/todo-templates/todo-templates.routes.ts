import { todoTemplateOperations } from "@leitstand/contract/cases/todo-templates";
import { implement } from "#platform/http/handler";
import {
  changeTodoTemplate,
  createTodoTemplate,
  deleteTodoTemplate,
  getTodoTemplate,
  listTodoTemplates,
} from "./todo-templates.service";

export const todoTemplateRoutes = implement(todoTemplateOperations, {
  getTodoTemplates: ({ tx, query }) => listTodoTemplates(tx, query.type),
  createTodoTemplate: ({ tx, body }) => createTodoTemplate(tx, body),
  getTodoTemplate: ({ tx, params }) => getTodoTemplate(tx, params.id),
  updateTodoTemplate: ({ tx, params, body }) => changeTodoTemplate(tx, { ...body, id: params.id }),
  deleteTodoTemplate: ({ tx, params }) => deleteTodoTemplate(tx, params.id),
});
