/** Maximum numbers of wrong letters in a similar name that is offered instead, and of names offered. */
const WRONG_LETTERS_MAX = 3;
const NAMES_OFFERED_MAX = 5;

/** Sentence about the first part that no name contains, with the names similar to it; undefined when all are known. */
export function describeUnknownProofName(parts, names) {
  const unknown = parts.find((part) => part.trim() === "" || !names.some((name) => name.includes(part)));
  if (unknown === undefined) return undefined;
  const near = similarNames(unknown, names);
  const hint = near.length > 0 ? `Did you mean ${near.join(", ")}?` : "All of them: npm run prove -- --list";
  return `No proof is named like "${unknown}". ${hint}`;
}

/** Names similar to an unknown one, the nearest first; last those that share a word with it. */
function similarNames(unknown, names) {
  const words = unknown.split(/\W+/).filter((word) => word.length > 2);
  const farFrom = (name) => {
    const own = name.split("/").at(-1);
    const far = Math.min(...[own, ...own.split("-")].map((part) => editDistanceOf(unknown, part)));
    return words.some((word) => own.includes(word)) ? Math.min(far, WRONG_LETTERS_MAX) : far;
  };
  return names
    .map((name) => ({ name, far: farFrom(name) }))
    .filter(({ far }) => far <= Math.min(WRONG_LETTERS_MAX, unknown.length / 2))
    .toSorted((a, b) => a.far - b.far)
    .slice(0, NAMES_OFFERED_MAX)
    .map(({ name }) => name);
}

/** Number of letters to change, add or remove to get from one word to the other. */
function editDistanceOf(one, other) {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at);
  for (const [index, letter] of [...one].entries()) {
    const next = [index + 1];
    for (const [at, expected] of [...other].entries())
      next.push(Math.min(next[at] + 1, row[at + 1] + 1, row[at] + (letter === expected ? 0 : 1)));
    row = next;
  }
  return row[other.length];
}
