/** Hides what does not match, and answers how many operations do. All words have to occur somewhere in an entry. */
export function showMatches(list: HTMLElement, wanted: string): number {
  const words = wanted.toLowerCase().split(/\s+/).filter(Boolean);
  let count = 0;
  for (const section of list.querySelectorAll("section")) {
    const entries = [...section.querySelectorAll<HTMLElement>(".operation")];
    const found = entries.filter((entry) => {
      entry.hidden = !words.every((word) => textOf(entry).includes(word));
      return !entry.hidden;
    });
    section.hidden = found.length === 0;
    count += found.length;
  }
  return count;
}

const texts = new WeakMap<Element, string>();

/** Name, method, path, id and description; who may call it is the same in most entries and would find them all. */
function textOf(entry: Element): string {
  const known = texts.get(entry);
  if (known !== undefined) return known;
  const text = [...entry.querySelectorAll(":scope > h3, :scope > p")]
    .map((part) => part.textContent)
    .join(" ")
    .toLowerCase();
  texts.set(entry, text);
  return text;
}
