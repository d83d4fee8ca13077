import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { operatingCompany } from "../company";

const INLINE_SCRIPT_PATTERN = /<script(?![^>]*\b(?:src=|type="?application\/))[^>]*>([\s\S]+?)<\/script>/g;

/** Redirects of addresses that readers shorten or guess. */
const REDIRECTS = { "/docs": "/docs/intro" };

/**
 * Data for the site's server: addresses of pages, hashes of their inline scripts, the site's address as it stands in
 * them, and redirects.
 */
export async function collectSiteServerData(folder: string, routes: readonly string[]) {
  const hashes = new Set<string>();
  for (const path of await readdir(folder, { recursive: true })) {
    if (!path.endsWith(".html")) continue;
    const page = await readFile(join(folder, path), "utf8");
    for (const [, script = ""] of page.matchAll(INLINE_SCRIPT_PATTERN)) {
      hashes.add(`'sha256-${createHash("sha256").update(script).digest("base64")}'`);
    }
  }
  return {
    routes: routes.filter((route) => route !== "/404.html"),
    script_hashes: [...hashes],
    site_url: operatingCompany.siteUrl,
    redirects: REDIRECTS,
  };
}
