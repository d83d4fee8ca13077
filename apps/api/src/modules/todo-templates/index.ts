/** Exports of the todo-templates module: the templates for a case. */
export { listTemplatesForCase } from "./todo-templates.service";
