const CSV_DELIMITERS = [";", ",", "\t"] as const;

/** Separator of the names in the first line that is not empty; semicolon where there is only one name. */
export function detectCsvDelimiter(text: string): string {
  const counts = new Map<string, number>(CSV_DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  for (const character of text.replace(/^[\r\n]+/, "")) {
    if (character === '"') isQuoted = !isQuoted;
    else if (!isQuoted && (character === "\n" || character === "\r")) break;
    else if (!isQuoted && counts.has(character)) counts.set(character, (counts.get(character) ?? 0) + 1);
  }
  return [...counts].reduce((most, other) => (other[1] > most[1] ? other : most))[0];
}

/** Turns line ends of Windows and of old Macs into those of Unix, wherever the text is cut into chunks. */
export class NewlineNormalizer {
  private endedInReturn = false;

  take(chunk: string): string {
    const text = this.endedInReturn && chunk.startsWith("\n") ? chunk.slice(1) : chunk;
    if (chunk !== "") this.endedInReturn = chunk.endsWith("\r");
    return text.replace(/\r\n?/g, "\n");
  }
}
