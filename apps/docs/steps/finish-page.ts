import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The element of `src/reference/fragment.tsx`, as the minifier writes it. */
const FRAGMENT_PLACE_PATTERN = /(<div[^>]*\bdata-fragment="?(\w+)"?[^>]*>)<\/div>/;

interface FinishPageInput {
  /** Folder of the HTML fragments, each the main part of one page of the reference. */
  readonly fragments: string;
  /** Address of the font that pages begin with. */
  readonly font: string;
}

/**
 * After the build: makes a page preload its font, and inserts the main part into a page of the reference, so that it is
 * in the HTML, and in no script.
 * @returns the new HTML of the page
 */
export async function addFontPreloadAndFragment(file: string, { fragments, font }: FinishPageInput): Promise<string> {
  const html = await readFile(file, "utf8");
  const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`;
  const [, place, name] = FRAGMENT_PLACE_PATTERN.exec(html) ?? [];
  const fragment = place === undefined ? "" : await readFile(join(fragments, `${name}.txt`), "utf8");
  const finished = html
    .replace(/<head>|<head [^>]*>/, (head) => head + preload)
    .replace(FRAGMENT_PLACE_PATTERN, () => `${place}${fragment}</div>`);
  await writeFile(file, finished);
  return finished;
}
