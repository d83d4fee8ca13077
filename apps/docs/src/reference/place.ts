import { decodeHash } from "./hash";
import { operationMenuEntryOf } from "./menu";

/**
 * Operation whose page an address shows; "" for the overview of all. `/openapi/createCase` is the page's address;
 * `/openapi/#createCase` and the old address `/openapi/#tag/cases/createCase` open the same page.
 */
export function operationIdAtUrl({ pathname, hash }: { readonly pathname: string; readonly hash: string }): string {
  const [, inPath = ""] = /^\/openapi\/(\w+)\/?$/.exec(pathname) ?? [];
  if (inPath !== "") return inPath;
  const [, inHash = ""] = /^#(?:tag\/[\w-]+\/)?(\w+)$/.exec(decodeHash(hash)) ?? [];
  return operationMenuEntryOf(inHash) === undefined ? "" : inHash;
}
