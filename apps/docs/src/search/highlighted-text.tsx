/** Text with the matched words underlined. */
export function HighlightedText({ text, found }: { readonly text: string; readonly found: readonly string[] }) {
  if (found.length === 0) return text;
  const pattern = new RegExp(
    `(${[...found]
      .sort((a, b) => b.length - a.length)
      .map(escapeRegExp)
      .join("|")})`,
    "gi",
  );
  return text.split(pattern).map((part, at) =>
    // Every second part is one that the pattern has found.
    // oxlint-disable-next-line react/no-array-index-key -- parts of a text have nothing but their place
    at % 2 === 1 ? <mark key={at}>{part}</mark> : part,
  );
}

const escapeRegExp = (word: string) => word.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
