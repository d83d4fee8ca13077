import { todoTemplateOperations } from "@leitstand/contract/cases/todo-templates";
import { implementOperations } from "#platform/http/handler";
import {
  changeTodoTemplate,
  createTodoTemplate,
  deleteTodoTemplate,
  getTodoTemplate,
  listTodoTemplates,
} from "./todo-templates.service";

export const todoTemplateRoutes = implementOperations(todoTemplateOperations, {
  getTodoTemplates: ({ tx, query }) => listTodoTemplates(tx, query.type),
  createTodoTemplate: ({ tx, body }) => createTodoTemplate(tx, body),
  getTodoTemplate: ({ tx, params }) => getTodoTemplate(tx, params.id),
  updateTodoTemplate: ({ tx, params, body }) => changeTodoTemplate(tx, { ...body, id: params.id }),
  deleteTodoTemplate: ({ tx, params }) => deleteTodoTemplate(tx, params.id),
});
