/** Text of the contract, which is plain except for code in backquotes. */
export function InlineCode({ text }: { text: string }) {
  // Every second part was between backquotes; parts never change their order, so the text up to each is its key.
  const parts = text.split("`");
  return parts.map((part, at) => {
    const key = parts.slice(0, at + 1).join("`");
    return at % 2 === 1 ? <code key={key}>{part}</code> : <span key={key}>{part}</span>;
  });
}
