/** The media ranges of an Accept header in lower case, but for those that it refuses by `q=0`. */
export const acceptedRanges = (accept: string): readonly string[] =>
  accept
    .toLowerCase()
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(entry))
    .map((entry) => (entry.split(";")[0] ?? "").trim());

/** Whether a page may be the answer: every caller takes one that does not say otherwise (RFC 9110, section 12.5.1). */
export function takesHtml(accept: string | undefined): boolean {
  if (accept === undefined || accept.trim() === "") return true;
  if (/text\/html\s*;\s*q=0(\.0*)?\s*(;|,|$)/i.test(accept)) return false;
  return acceptedRanges(accept).some((range) => range === "text/html" || range === "text/*" || range === "*/*");
}

export type Coding = "br" | "gzip";

/**
 * The coding that an Accept-Encoding header likes best of those offered, the first of them when it likes them alike; undefined: it
 * wants the bytes as they are, or takes none of these (RFC 9110, section 12.5.3).
 */
export function preferredCoding(header: string | undefined, offered: readonly Coding[]): Coding | undefined {
  const liked = new Map<string, number>();
  for (const entry of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = entry.split(";").map((part) => part.trim());
    const quality = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2) ?? "1";
    liked.set(name === "x-gzip" ? "gzip" : name, /^(0(\.\d{0,3})?|1(\.0{0,3})?)$/.test(quality) ? Number(quality) : 0);
  }
  const qualityOf = (coding: string) => liked.get(coding) ?? liked.get("*") ?? 0;
  const best = offered.toSorted((a, b) => qualityOf(b) - qualityOf(a))[0];
  if (best === undefined || qualityOf(best) === 0) return undefined;
  return qualityOf(best) < (liked.get("identity") ?? 0) ? undefined : best;
}
