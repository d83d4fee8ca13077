/**
 * Path of an address on this site, spelled as the browser reads it; undefined when it leads elsewhere, or may do so in
 * another reading: backslashes, control characters, and a second slash in any spelling.
 */
export function pathOnThisSite(address: string, origin = window.location.origin): string | undefined {
  if (/[\p{Cc}\\]/u.test(address) || !address.startsWith("/") || !URL.canParse(address, origin)) return undefined;
  const url = new URL(address, origin);
  if (url.origin !== origin || /^\/(?:\/|%2f|%5c)/i.test(url.pathname)) return undefined;
  return url.pathname + url.search + url.hash;
}
