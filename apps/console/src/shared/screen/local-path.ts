/**
 * Where on this site an address of this site leads, spelled as the browser reads it; undefined when it leads elsewhere, or when
 * it may do so for somebody who reads it differently: backslashes, control characters, and a second slash in any spelling.
 */
export function localPath(address: string, origin = window.location.origin): string | undefined {
  if (/[\p{Cc}\\]/u.test(address) || !address.startsWith("/") || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.origin !== origin || /^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}
