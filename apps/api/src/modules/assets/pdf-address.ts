/** Addresses that links of a PDF lead to: strings as they are written behind their key (ISO 32000-1, 7.3.4). */

/** Most characters that are read of an address: what makes it act stands at its beginning. */
const ADDRESS_MAX = 200;
const NO_SPACE = /[^\0\t\n\f\r ]/;
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Reads the beginning of the string at `from`; undefined when something else stands there. */
export function readAddress(bytes: Buffer, from: number): string | undefined {
  const text = bytes.toString("latin1", from, from + 4 * ADDRESS_MAX);
  const start = text.search(NO_SPACE);
  if (text[start] === "(") return inUnicode(readLiteral(text.slice(start + 1)));
  if (text[start] === "<") return inUnicode(readHex(text.slice(start + 1)));
  return /^\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R/.test(text.slice(start)) ? INDIRECT : undefined;
}

/** Stands for a string that is stored elsewhere in the file, and could be any. */
const INDIRECT = "indirect:";

/**
 * Whether an address runs something, or makes a reader call another machine in the person's name: \\\\host and
 * file://host.
 */
export function isActiveAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replaceAll(/[\p{Cc}\s]/gu, "").toLowerCase();
  if (/^(javascript|vbscript|data):/.test(plain) || plain === INDIRECT) return true;
  const path = plain.replace(/^url:/, "").replaceAll("\\", "/");
  // One slash or three begin a path on the reader's machine.
  return path.startsWith("//") || /^file:(\/\/(?!\/|localhost\/)[^/]|\/{4,})/.test(path);
}

function readLiteral(text: string): string {
  let address = "";
  for (let at = 0; at < text.length && text[at] !== ")"; ) {
    if (text[at] !== "\\") {
      address += text[at++];
      continue;
    }
    const [octal] = /^[0-7]{1,3}/.exec(text.slice(at + 1)) ?? [];
    const next = text[at + 1] ?? "";
    // A backslash at the end of a line continues the string on the next line.
    if (octal === undefined) address += ESCAPES[next] ?? (/[\r\n]/.test(next) ? "" : next);
    else address += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    at += 1 + (octal?.length ?? 1);
  }
  return address;
}

function readHex(text: string): string {
  const digits = text.slice(0, Math.max(0, text.indexOf(">"))) || text;
  return Buffer.from(digits.replaceAll(/[^\da-f]/gi, ""), "hex").toString("latin1");
}

/**
 * Text without the mark of UTF-16 or UTF-8 before it; in UTF-16 every other byte of an address is zero, which is
 * ignored.
 */
const inUnicode = (text: string) => text.replace(/^(\u00fe\u00ff|\u00ff\u00fe|\u00ef\u00bb\u00bf)/, "");
