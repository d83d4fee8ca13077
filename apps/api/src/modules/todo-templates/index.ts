/** What other modules may ask of todo templates. */
export type { TodoFacts } from "./todo-template";
export { listTemplatesForCase } from "./todo-templates.service";
