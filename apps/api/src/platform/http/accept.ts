/** The media ranges of an Accept header in lower case, but for those that it refuses by `q=0`. */
export const acceptedRanges = (accept: string): readonly string[] =>
  accept
    .toLowerCase()
    .split(",")
    .filter((entry) => !/;\s*q=0(\.0*)?\s*(;|$)/.test(entry))
    .map((entry) => (entry.split(";")[0] ?? "").trim());
