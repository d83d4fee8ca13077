import { readdirSync, readFileSync } from "node:fs";
import compile from "icu-minify/compile";
import type { Plugin } from "vite";

const TEXTS_MODULE_PATTERN = /^virtual:texts\/(de|en)(?:\/([\w-]+))?$/;
/** Ending of text files that are modules of their own: the texts of a screen that few users open. */
const LAZY_TEXTS_SUFFIX = ".later.json";

type TextTree = string | { readonly [key: string]: TextTree };
type CompiledTexts = ReturnType<typeof compile> | { readonly [key: string]: CompiledTexts };

/**
 * Vite plugin for the texts of an app in `folder`, one module for each language, with plurals and placeholders parsed
 * at build time: browsers get neither the parser nor a file for each feature. `virtual:texts/de/<name>` holds
 * `<name>.later.json` alone.
 */
export function textsPlugin(folder: URL): Plugin {
  return {
    name: "texts",
    enforce: "pre",
    // Only the part of the library that formats parsed texts is bundled.
    config: () => ({ resolve: { alias: { "use-intl/format-message": "use-intl/format-message/format-only" } } }),
    resolveId: (id) => (TEXTS_MODULE_PATTERN.test(id) ? `\0${id}` : undefined),
    load(id) {
      const [, language, later] = TEXTS_MODULE_PATTERN.exec(id.replace("\0", "")) ?? [];
      if (language === undefined) return undefined;
      const own = new URL(`${language}/`, folder);
      const isWanted = (file: string) =>
        later === undefined ? !file.endsWith(LAZY_TEXTS_SUFFIX) : file === `${later}${LAZY_TEXTS_SUFFIX}`;
      const files = readdirSync(own)
        .filter(isWanted)
        .map((file) => new URL(file, own));
      for (const file of files) this.addWatchFile(file.pathname);
      const named = files.map((file) => {
        const words = JSON.parse(readFileSync(file, "utf8")) as TextTree;
        return [file.pathname.replace(/^.*\/(.+?)(\.later)?\.json$/, "$1"), compileTexts(words)] as const;
      });
      return `export default ${JSON.stringify(Object.fromEntries(named))};`;
    },
  };
}

/** Texts as the bundle holds them, with plurals and placeholders parsed. */
export function compileTexts(words: TextTree): CompiledTexts {
  if (typeof words === "string") return compile(words);
  return Object.fromEntries(Object.entries(words).map(([key, inner]) => [key, compileTexts(inner)]));
}
