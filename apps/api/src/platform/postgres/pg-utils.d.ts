declare module "pg/lib/utils.js" {
  /** Converts a JavaScript value into what `pg` sends. */
  export function prepareValue(value: unknown): string | Buffer | null;
}
