import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const INLINE_SCRIPT = /<script(?![^>]*\b(?:src=|type="?application\/))[^>]*>([\s\S]+?)<\/script>/g;

/** What the server of the site has to know: the address of each page, and which scripts inside of pages are ours. */
export async function describeServing(folder: string, routes: readonly string[]) {
  const hashes = new Set<string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith(".html")) continue;
    const page = await readFile(join(folder, path), "utf8");
    for (const [, script = ""] of page.matchAll(INLINE_SCRIPT)) {
      hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    }
  }
  return { routes: routes.filter((route) => route !== "/404.html"), script_hashes: [...hashes] };
}
