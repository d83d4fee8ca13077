/** Exports of the todo-templates module: the templates for a case. */
export { listTodoTemplatesForCase } from "./todo-templates.service";
