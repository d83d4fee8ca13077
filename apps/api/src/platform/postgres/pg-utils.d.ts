declare module "pg/lib/utils.js" {
  /** How `pg` turns a JavaScript value into what it sends. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
