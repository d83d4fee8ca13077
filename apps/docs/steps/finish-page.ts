import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** As the minifier leaves the place that `src/reference/fragment.tsx` makes. */
const PLACE = /(<div[^>]*\bdata-fragment="?(\w+)"?[^>]*>)<\/div>/;

interface Parts {
  /** Folder of the main parts of the reference. */
  readonly fragments: string;
  /** Address of the font that pages begin with. */
  readonly font: string;
}

/**
 * After the site is built: tells a page to fetch its font at once, and puts the main part into a page of the reference, so
 * that it is in the page, and in no script.
 * @returns the page as it is now
 */
export async function finishPage(file: string, { fragments, font }: Parts): Promise<string> {
  const html = await readFile(file, "utf8");
  const preload = `<link rel="preload" as="font" type="font/woff2" crossorigin href="${font}">`;
  const [, place, name] = PLACE.exec(html) ?? [];
  const fragment = place === undefined ? "" : await readFile(join(fragments, `${name}.txt`), "utf8");
  const finished = html
    .replace(/<head>|<head [^>]*>/, (head) => head + preload)
    .replace(PLACE, () => `${place}${fragment}</div>`);
  await writeFile(file, finished);
  return finished;
}
