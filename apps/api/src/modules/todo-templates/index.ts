/** What other modules may ask of todo templates. */
export { listTemplatesForCase } from "./todo-templates.service";
