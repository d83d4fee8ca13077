declare module "pg/lib/utils.js" {
  /** Converts a JavaScript value into the form in which `pg` sends it. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
