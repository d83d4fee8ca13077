import Prism from "prismjs";
import loadLanguages from "prismjs/components/index.js";

loadLanguages.silent = true;
loadLanguages(["bash", "java", "javascript", "json", "http", "php", "python", "typescript"]);

/** As the highlighter calls them, where it has another word than we have. */
const NAMES: Readonly<Record<string, string>> = { js: "javascript" };

/** Code as HTML, its parts in spans with a class each; what is no code of a known language is plain text. */
export function highlight(code: string, language: string): string {
  const name = NAMES[language] ?? language;
  const grammar = Prism.languages[name];
  return grammar === undefined ? escape(code) : Prism.highlight(code, grammar, name);
}

const escape = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");
