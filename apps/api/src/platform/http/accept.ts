interface HeaderEntry {
  /** Name of the entry in lower case, without parameters. */
  readonly name: string;
  /** Quality from 0 (refused) to 1; undefined where it is malformed. */
  readonly quality: number | undefined;
}

/**
 * Entries of a list header such as Accept (RFC 9110, section 12.4.2). Other parameters may precede the quality.
 */
const parseHeaderList = (header: string): readonly HeaderEntry[] =>
  splitOutsideQuotes(",", header.toLowerCase()).map((entry) => {
    const [name = "", ...parameters] = splitOutsideQuotes(";", entry);
    const quality = parameters.find((parameter) => /^q\s*=/.test(parameter));
    return { name, quality: quality === undefined ? 1 : parseQuality(quality.slice(quality.indexOf("=") + 1).trim()) };
  });

/** Parses a quality value; Java's own client leaves out the zero before the point. */
function parseQuality(text: string): number | undefined {
  const quality = /^(\d+(\.\d*)?|\.\d+)$/.test(text) ? Number(text) : Number.NaN;
  return quality <= 1 ? quality : undefined;
}

/** The parts between separators, trimmed; quoted text is not split. */
function splitOutsideQuotes(separator: string, text: string): string[] {
  const parts: string[] = [];
  let [begin, isQuoted] = [0, false];
  for (let at = 0; at < text.length; at++) {
    const sign = text[at];
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === "\\" && isQuoted) at++;
    else if (sign === separator && !isQuoted) {
      parts.push(text.slice(begin, at).trim());
      begin = at + 1;
    }
  }
  return [...parts, text.slice(begin).trim()];
}

/** Media ranges of an Accept header in lower case, without those refused by `q=0`. */
export const parseAcceptedMediaRanges = (accept: string): readonly string[] =>
  parseHeaderList(accept)
    .filter(({ quality }) => quality !== 0)
    .map(({ name }) => name);

/**
 * Whether a page may be the answer: every caller takes one that does not say otherwise, and of the ranges given the
 * narrowest one holds (RFC 9110, section 12.5.1). Parameters of the media type are ignored.
 */
export function acceptsHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  const entries = parseHeaderList(accept);
  for (const range of ["text/html", "text/*", "*/*"]) {
    const named = entries.filter(({ name }) => name === range);
    if (named.length > 0) return named.some(({ quality }) => quality !== 0);
  }
  return false;
}

export type ContentCoding = "br" | "gzip";

/**
 * The coding that an Accept-Encoding header prefers of those offered, the first of them when it prefers none;
 * undefined: it wants the bytes as they are, or takes none of these (RFC 9110, section 12.5.3).
 */
export function preferredContentCoding(
  header: string | undefined,
  offered: readonly ContentCoding[],
): ContentCoding | undefined {
  const liked = new Map(
    parseHeaderList(header ?? "").map(({ name, quality = 0 }) => [name === "x-gzip" ? "gzip" : name, quality]),
  );
  const likingOf = (coding: string) => liked.get(coding) ?? liked.get("*") ?? 0;
  const best = offered.toSorted((a, b) => likingOf(b) - likingOf(a))[0];
  if (best === undefined || likingOf(best) === 0) return undefined;
  return likingOf(best) < (liked.get("identity") ?? 0) ? undefined : best;
}
