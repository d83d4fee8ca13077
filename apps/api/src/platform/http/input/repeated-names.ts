const QUOTE_CODE = 0x22;
const BACKSLASH_CODE = 0x5c;
const COLON_CODE = 0x3a;

/**
 * Whether an object of a JSON text, at any depth, has a name twice. `JSON.parse` keeps the last of them, others keep the first, and
 * two programs that see different values in one text can be played off against each other. However a name is escaped, it is the same
 * name: each member of the text has one colon, and those that vanished in parsing are missing from the value.
 */
export const hasRepeatedJsonNames = (text: string, parsed: unknown) =>
  countMembersInText(text) !== countMembersOfValue(parsed);

/** Number of members in all objects of a text that is known to be JSON. */
function countMembersInText(text: string): number {
  let members = 0;
  let isInString = false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === QUOTE_CODE) isInString = !isInString;
    else if (code === BACKSLASH_CODE) at++;
    else if (code === COLON_CODE && !isInString) members++;
  }
  return members;
}

/**
 * Counts the members of all objects in a parsed value. Walks with a list instead of recursion: a mebibyte of JSON can
 * be nested half a million levels deep.
 */
function countMembersOfValue(parsed: unknown): number {
  let members = 0;
  const open: unknown[] = [parsed];
  while (open.length > 0) {
    const value = open.pop();
    if (value === null || typeof value !== "object") continue;
    const inner: readonly unknown[] = Array.isArray(value) ? value : Object.values(value);
    if (!Array.isArray(value)) members += inner.length;
    for (const each of inner) if (each !== null && typeof each === "object") open.push(each);
  }
  return members;
}
