import { readdirSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const NAME = /^virtual:texts\/(de|en)(?:\/([\w-]+))?$/;
/** Ending of text files that are modules of their own: the texts of a screen that few users open. */
const LATER = ".later.json";

type Words = string | { readonly [key: string]: Words };
type Compiled = ReturnType<typeof compile> | { readonly [key: string]: Compiled };

/**
 * Vite plugin for the texts of an app in `folder`, one module for each language, with plurals and placeholders parsed
 * at build time: browsers get neither the parser nor a file for each feature. `virtual:texts/de/<name>` holds
 * `<name>.later.json` alone.
 */
export function texts(folder: URL): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    // Only the part of the library that formats parsed texts is bundled.
    config: () => ({ resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } } }),
    resolveId: (id) => (NAME.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language, later] = NAME.exec(id.replace("\0", "")) ?? [];
      if (language === undefined) return undefined;
      const own = new URL(`${language}/`, folder);
      const isWanted = (file: string) => (later === undefined ? !file.endsWith(LATER) : file === `${later}${LATER}`);
      const files = readdirSync(own)
        .filter(isWanted)
        .map((file) => new URL(file, own));
      for (const file of files) this.addWatchFile(file.pathname);
      const named = files.map((file) => {
        const words = JSON.parse(readFileSync(file, "utf8")) as Words;
        return [file.pathname.replace(/^.*\/(.+?)(\.later)?\.json$/, "$1"), compiled(words)] as const;
      });
      return `export default ${JSON.stringify(Object.fromEntries(named))};`;
    },
  };
}

function compiled(words: Words): Compiled {
  if (typeof words === "string") return compile(words);
  return Object.fromEntries(Object.entries(words).map(([key, inner]) => [key, compiled(inner)]));
}
