/** The files of `messages/<language>` joined, each by its name; see `texts.ts` beside `vite.config.ts`. */
declare module "virtual:texts/*" {
  const texts: Record<string, Record<string, unknown>>;
  export default texts;
}
