/** Addresses that links of a PDF lead to: strings as they are written behind their key (ISO 32000-1, 7.3.4). */

/** Maximum number of characters that are read of an address, whose scheme is at its beginning. */
const LINK_ADDRESS_LENGTH_MAX = 200;
const NON_WHITESPACE = /[^\0\t\n\f\r ]/;
const PDF_STRING_ESCAPES: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", b: "\b", f: "\f" };

/** Reads the beginning of the string at `from`; undefined when it is something else. */
export function readPdfStringAsLinkAddress(bytes: Buffer, from: number): string | undefined {
  const text = bytes.toString("latin1", from, from + 4 * LINK_ADDRESS_LENGTH_MAX);
  const start = text.search(NON_WHITESPACE);
  if (text[start] === "(") return withoutByteOrderMark(readLiteralString(text.slice(start + 1)));
  if (text[start] === "<") return withoutByteOrderMark(readHexString(text.slice(start + 1)));
  return /^\d+[\0\t\n\f\r ]+\d+[\0\t\n\f\r ]+R/.test(text.slice(start)) ? INDIRECT_STRING_PREFIX : undefined;
}

/** Prefix that marks an address as a string stored elsewhere in the file, which could be any. */
const INDIRECT_STRING_PREFIX = "indirect:";

/**
 * Whether an address runs something, or makes a reader call another machine in the person's name: \\\\host and
 * file://host.
 */
export function isUnsafePdfLinkAddress(address: string | undefined): boolean {
  if (address === undefined) return false;
  const plain = address.replaceAll(/[\p{Cc}\s]/gu, "").toLowerCase();
  if (/^(javascript|vbscript|data):/.test(plain) || plain === INDIRECT_STRING_PREFIX) return true;
  const path = plain.replace(/^url:/, "").replaceAll("\\", "/");
  // One slash or three begin a path on the reader's machine.
  return path.startsWith("//") || /^file:(\/\/(?!\/|localhost\/)[^/]|\/{4,})/.test(path);
}

function readLiteralString(text: string): string {
  let address = "";
  for (let at = 0; at < text.length && text[at] !== ")"; ) {
    if (text[at] !== "\\") {
      address += text[at++];
      continue;
    }
    const [octal] = /^[0-7]{1,3}/.exec(text.slice(at + 1)) ?? [];
    const next = text[at + 1] ?? "";
    // A backslash at the end of a line continues the string on the next line.
    if (octal === undefined) address += PDF_STRING_ESCAPES[next] ?? (/[\r\n]/.test(next) ? "" : next);
    else address += String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
    at += 1 + (octal?.length ?? 1);
  }
  return address;
}

function readHexString(text: string): string {
  const digits = text.slice(0, Math.max(0, text.indexOf(">"))) || text;
  return Buffer.from(digits.replaceAll(/[^\da-f]/gi, ""), "hex").toString("latin1");
}

/**
 * Text without the mark of UTF-16 or UTF-8 before it; in UTF-16 every other byte of an address is zero, which is
 * ignored.
 */
const withoutByteOrderMark = (text: string) => text.replace(/^(\u00fe\u00ff|\u00ff\u00fe|\u00ef\u00bb\u00bf)/, "");
