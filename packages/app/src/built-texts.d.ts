/** The files of `messages/<language>` joined, each by its name; see `packages/app/plugins/texts.ts`. */
declare module "virtual:texts/*" {
  const texts: Record<string, Record<string, unknown>>;
  export default texts;
}
