/** Kind of JSON token that may come next. */
type Expected = "value" | "first item" | "key" | "first key" | "colon" | "more" | "end";

const BLANKS = /[\t\n\r ]*/y;
const TOKEN =
  /[[\]{},:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Names that an open object has so far; an open list needs none. */
type Open = Set<string> | "list";

/**
 * Position where a text stops being JSON (RFC 8259), or an object has a name again, in UTF-16 units from 0; its length
 * when it ends too early, undefined when it is JSON. JSON.parse tells so of some faults only, and Node's versions
 * differ in which.
 */
export function findJsonFault(text: string): number | undefined {
  const open: Open[] = [];
  let expected: Expected = "value";
  for (let at = 0; ; ) {
    BLANKS.lastIndex = at;
    at += BLANKS.exec(text)?.[0].length ?? 0;
    TOKEN.lastIndex = at;
    const token: string | undefined = TOKEN.exec(text)?.[0];
    const next: Expected | undefined = token === undefined ? undefined : after(token, expected, open);
    if (token === undefined || next === undefined) return at === text.length && expected === "end" ? undefined : at;
    at += token.length;
    expected = next;
  }
}

/** Tokens that may follow this one; keeps `open` up to date. Undefined when the token cannot stand there. */
function after(token: string, expected: Expected, open: Open[]): Expected | undefined {
  switch (expected) {
    case "colon":
      return token === ":" ? "value" : undefined;
    case "first key":
      return token === "}" ? closed(token, open) : after(token, "key", open);
    case "key":
      return token.startsWith('"') && isNew(token, open.at(-1)) ? "colon" : undefined;
    case "more":
      if (token === ",") return open.at(-1) === "list" ? "value" : "key";
      return closed(token, open);
    case "first item":
      return token === "]" ? closed(token, open) : after(token, "value", open);
    case "value":
      return begun(token, open);
    case "end":
      return undefined;
  }
}

function begun(token: string, open: Open[]): Expected | undefined {
  if (/^[\]},:]/.test(token)) return undefined;
  if (token !== "{" && token !== "[") return open.length > 0 ? "more" : "end";
  open.push(token === "{" ? new Set() : "list");
  return token === "{" ? "first key" : "first item";
}

function isNew(token: string, names: Open | undefined): boolean {
  const name = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
  return names instanceof Set && !names.has(name) && Boolean(names.add(name));
}

function closed(token: string, open: Open[]): Expected | undefined {
  if (token !== (open.at(-1) === "list" ? "]" : "}")) return undefined;
  open.pop();
  return open.length > 0 ? "more" : "end";
}
