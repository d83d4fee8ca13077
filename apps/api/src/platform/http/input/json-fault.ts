/** Kind of JSON token that may come next. */
type ExpectedToken = "value" | "first item" | "key" | "first key" | "colon" | "more" | "end";

const WHITESPACE_PATTERN = /[\t\n\r ]*/y;
const TOKEN_PATTERN =
  /[[\]{},:]|"[^"\\\u0000-\u001f]*(?:\\(?:["\\/bfnrt]|u[\da-fA-F]{4})[^"\\\u0000-\u001f]*)*"|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?|true|false|null/y;

/** Names that an open object has so far; "list" for an open list. */
type OpenContainer = Set<string> | "list";

/**
 * Position where a text stops being JSON (RFC 8259), or an object has a name again, in UTF-16 units from 0; its length
 * when it ends too early, undefined when it is JSON. JSON.parse tells so of some faults only, and Node's versions
 * differ in which.
 */
export function findJsonFault(text: string): number | undefined {
  const open: OpenContainer[] = [];
  let expected: ExpectedToken = "value";
  for (let at = 0; ; ) {
    WHITESPACE_PATTERN.lastIndex = at;
    at += WHITESPACE_PATTERN.exec(text)?.[0].length ?? 0;
    TOKEN_PATTERN.lastIndex = at;
    const token: string | undefined = TOKEN_PATTERN.exec(text)?.[0];
    const next: ExpectedToken | undefined = token === undefined ? undefined : expectedAfter(token, expected, open);
    if (token === undefined || next === undefined) return at === text.length && expected === "end" ? undefined : at;
    at += token.length;
    expected = next;
  }
}

/** Tokens that may follow this one; keeps `open` up to date. Undefined when the token cannot follow. */
function expectedAfter(token: string, expected: ExpectedToken, open: OpenContainer[]): ExpectedToken | undefined {
  switch (expected) {
    case "colon":
      return token === ":" ? "value" : undefined;
    case "first key":
      return token === "}" ? closeContainer(token, open) : expectedAfter(token, "key", open);
    case "key":
      return token.startsWith('"') && addUniqueName(token, open.at(-1)) ? "colon" : undefined;
    case "more":
      if (token === ",") return open.at(-1) === "list" ? "value" : "key";
      return closeContainer(token, open);
    case "first item":
      return token === "]" ? closeContainer(token, open) : expectedAfter(token, "value", open);
    case "value":
      return openContainer(token, open);
    case "end":
      return undefined;
  }
}

function openContainer(token: string, open: OpenContainer[]): ExpectedToken | undefined {
  if (/^[\]},:]/.test(token)) return undefined;
  if (token !== "{" && token !== "[") return open.length > 0 ? "more" : "end";
  open.push(token === "{" ? new Set() : "list");
  return token === "{" ? "first key" : "first item";
}

function addUniqueName(token: string, names: OpenContainer | undefined): boolean {
  const name = token.includes("\\") ? (JSON.parse(token) as string) : token.slice(1, -1);
  return names instanceof Set && !names.has(name) && Boolean(names.add(name));
}

function closeContainer(token: string, open: OpenContainer[]): ExpectedToken | undefined {
  if (token !== (open.at(-1) === "list" ? "]" : "}")) return undefined;
  open.pop();
  return open.length > 0 ? "more" : "end";
}
