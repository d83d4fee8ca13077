import { menuEntryOf } from "./menu";

/**
 * Operation that an address shows; "" for all of them. `/openapi/createCase` is its page, `/openapi/#createCase` its
 * place in the list, and `/openapi/#tag/cases/createCase` a former address.
 */
export function operationAtAddress({ pathname, hash }: { readonly pathname: string; readonly hash: string }): string {
  const [, inPath = ""] = /^\/openapi\/(\w+)\/?$/.exec(pathname) ?? [];
  if (inPath !== "") return inPath;
  const [, inHash = ""] = /^#(?:tag\/[\w-]+\/)?(\w+)$/.exec(decodeURIComponent(hash)) ?? [];
  return menuEntryOf(inHash) === undefined ? "" : inHash;
}
