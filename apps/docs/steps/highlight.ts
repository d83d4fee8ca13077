import Prism from "prismjs";
import loadLanguages from "prismjs/components/index.js";

loadLanguages.silent = true;
loadLanguages(["bash", "java", "javascript", "json", "http", "php", "python", "typescript"]);

/** Names of languages in the highlighter, where they differ from ours. */
const HIGHLIGHTER_NAMES: Readonly<Record<string, string>> = { js: "javascript" };

/** Code as HTML with classes for its parts; code of an unknown language is plain text. */
export function highlightCode(code: string, language: string): string {
  const name = HIGHLIGHTER_NAMES[language] ?? language;
  const grammar = Prism.languages[name];
  return grammar === undefined ? escapeHtml(code) : Prism.highlight(code, grammar, name);
}

const escapeHtml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
