export type PasswordFault = "TOO_SHORT" | "TOO_LONG" | "COMMON" | "CONTEXT";

/** As the only secret a password needs 15 characters; nothing else is asked of its composition. */
const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 128;
/** So many characters must be the person's own, once known names are taken out. */
const OWN_CHARACTERS_MIN = 8;
const PART_LENGTH_MIN = 4;
const PARTS_MAX = 3;

/** The one spelling that is checked, hashed and compared: the same on every keyboard and system. */
export const normalizePassword = (password: string) => password.normalize("NFKC");

interface KnownWords {
  /** What many people choose, and what longer passwords are glued from; lower case. */
  readonly common: ReadonlySet<string>;
  /** Names around the person, the tenant, the product. */
  readonly context: readonly string[];
}

/** Why a (normalized) password is not taken; undefined when it is. */
export function findPasswordFault(password: string, { common, context }: KnownWords): PasswordFault | undefined {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH_MIN) return "TOO_SHORT";
  if (length > PASSWORD_LENGTH_MAX) return "TOO_LONG";
  const plain = plainOf(password);
  if (isCommon(password.toLowerCase(), common) || isCommon(plain, common)) return "COMMON";
  const own = context
    .flatMap((name) => [plainOf(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plainOf)])
    .filter((name) => name.length >= PART_LENGTH_MIN)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ""), plain);
  if (own !== plain && own.length < OWN_CHARACTERS_MIN) return "CONTEXT";
  return undefined;
}

const LEET: Readonly<Record<string, string>> = {
  "0": "o",
  "1": "l",
  "3": "e",
  "4": "a",
  "5": "s",
  "7": "t",
  "@": "a",
  $: "s",
  "!": "i",
};
/** Lower case, letters and digits, umlauts spelled out: what is left when decoration is taken away. */
const plainOf = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}@$!]/gu, "")
    .replaceAll(/[@$!]/g, (sign) => LEET[sign] ?? "");

/** On the list, one short piece again and again, or glued from up to three pieces of the list and plain numbers. */
function isCommon(text: string, common: KnownWords["common"]): boolean {
  if (common.has(text) || /^(.{1,7}?)\1+.{0,3}$/su.test(text) || new Set(text).size <= 4) return true;
  return (
    isGlued(text, common) ||
    isGlued(
      text.replaceAll(/[013457]/g, (digit) => LEET[digit] ?? digit),
      common,
    )
  );
}

/** Fewest known pieces that the text up to each place is made of; short remainders of digits and signs cost nothing. */
function isGlued(text: string, common: KnownWords["common"]): boolean {
  const fewest: number[] = [0];
  for (let end = 1; end <= text.length; end++) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - 32); start < end; start++) {
      const cost = pieceCost(text.slice(start, end), common);
      fewest[end] = Math.min(fewest[end] as number, (fewest[start] as number) + cost);
    }
  }
  return (fewest[text.length] as number) <= PARTS_MAX;
}

function pieceCost(piece: string, common: KnownWords["common"]): number {
  if (/^\d+$/.test(piece))
    return piece.length <= 4 ? 0.5 : piece.length <= 8 || isRun(piece) ? 1 : Number.POSITIVE_INFINITY;
  if (/^[^\p{L}\p{N}]+$/u.test(piece)) return piece.length <= 3 ? 0.5 : Number.POSITIVE_INFINITY;
  if (piece.length < PART_LENGTH_MIN) return Number.POSITIVE_INFINITY;
  return common.has(piece) || isRun(piece) ? 1 : Number.POSITIVE_INFINITY;
}

/** Rows of keyboards and the alphabet, twice over so that a run may wrap, in both directions. */
const RUNS = ["qwertyuiop", "qwertzuiop", "asdfghjkl", "yxcvbnm", "zxcvbnm", "1234567890", "abcdefghijklmnopqrstuvwxyz"]
  .map((row) => row + row)
  .flatMap((row) => [row, Array.from(row).reverse().join("")]);
const isRun = (piece: string) => piece.length >= PART_LENGTH_MIN && RUNS.some((row) => row.includes(piece));
