import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { DocPageEntry } from "../src/site/nearest-pages";

/** Every page of the documentation with its front matter, and the address that Docusaurus gives it. */
export function listPages(folder: string): readonly DocPageEntry[] {
  return listMarkdownFiles(folder).map((name) => ({
    path: pagePathOf(name),
    ...parseFrontMatter(name, readFileSync(join(folder, name), "utf8")),
  }));
}

export const listMarkdownFiles = (folder: string): readonly string[] =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((name) => /\.mdx?$/.test(name) && !name.split("/").some((part) => part.startsWith("_")))
    .sort();

export const pagePathOf = (name: string) => `/docs/${name.replace(/\.mdx?$/, "").replace(/(^|\/)index$/, "$1")}`;

function parseFrontMatter(name: string, text: string): { title: string; description: string } {
  const matter = /^---\n([\s\S]*?)\n---/.exec(text)?.[1] ?? "";
  const field = (key: string) => {
    const value = new RegExp(`^${key}: *(.+)$`, "m").exec(matter)?.[1]?.trim();
    if (value === undefined) throw new Error(`${name} has no ${key} in its front matter.`);
    return /^".*"$/.test(value) ? (JSON.parse(value) as string) : value;
  };
  return { title: field("title"), description: field("description") };
}
