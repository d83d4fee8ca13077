export type PasswordFault = "TOO_SHORT" | "TOO_LONG" | "COMMON" | "CONTEXT";

/** Fewest characters of a password, which is the only secret; there are no rules for its composition. */
const PASSWORD_LENGTH_MIN = 15;
export const PASSWORD_LENGTH_MAX = 128;
/** Fewest characters that must remain when known names are taken out. */
const CHARACTERS_BESIDE_NAMES_MIN = 8;
const KNOWN_PIECE_LENGTH_MIN = 4;
const KNOWN_PIECES_MAX = 3;

/** Spelling in which a password is checked, hashed and compared: the same on every keyboard and system. */
export const normalizePassword = (password: string) => password.normalize("NFKC");

interface ForbiddenPasswordWords {
  /** Common passwords, also searched for as parts of longer ones; lower case. */
  readonly common: ReadonlySet<string>;
  /** Names of the person, the tenant and the product. */
  readonly context: readonly string[];
}

/** Reason why a normalized password is refused; undefined when it is accepted. */
export function findPasswordFault(
  password: string,
  { common, context }: ForbiddenPasswordWords,
): PasswordFault | undefined {
  const length = Array.from(password).length;
  if (length < PASSWORD_LENGTH_MIN) return "TOO_SHORT";
  if (length > PASSWORD_LENGTH_MAX) return "TOO_LONG";
  const plain = plainLetters(password);
  if (isCommonPassword(password.toLowerCase(), common) || isCommonPassword(plain, common)) return "COMMON";
  const own = context
    .flatMap((name) => [plainLetters(name), ...name.split(/[^\p{L}\p{N}]+/u).map(plainLetters)])
    .filter((name) => name.length >= KNOWN_PIECE_LENGTH_MIN)
    .sort((a, b) => b.length - a.length)
    .reduce((rest, name) => rest.replaceAll(name, ""), plain);
  if (own !== plain && own.length < CHARACTERS_BESIDE_NAMES_MIN) return "CONTEXT";
  return undefined;
}

const LEET_LETTERS: Readonly<Record<string, string>> = {
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
/** Text in lower case, letters and digits only, umlauts spelled out: without decoration. */
const plainLetters = (text: string) =>
  text
    .toLowerCase()
    .replaceAll("ä", "ae")
    .replaceAll("ö", "oe")
    .replaceAll("ü", "ue")
    .replaceAll("ß", "ss")
    .replaceAll(/[^\p{L}\p{N}@$!]/gu, "")
    .replaceAll(/[@$!]/g, (sign) => LEET_LETTERS[sign] ?? "");

/**
 * Whether a password is on the list, one short piece repeated, or made of up to three pieces of the list and plain
 * numbers.
 */
function isCommonPassword(text: string, common: ForbiddenPasswordWords["common"]): boolean {
  if (common.has(text) || /^(.{1,7}?)\1+.{0,3}$/su.test(text) || new Set(text).size <= 4) return true;
  return (
    isMadeOfKnownPieces(text, common) ||
    isMadeOfKnownPieces(
      text.replaceAll(/[013457]/g, (digit) => LEET_LETTERS[digit] ?? digit),
      common,
    )
  );
}

/** Whether at most three known pieces make up the text; a short run of digits or of signs counts half. */
function isMadeOfKnownPieces(text: string, common: ForbiddenPasswordWords["common"]): boolean {
  const fewest: number[] = [0];
  for (let end = 1; end <= text.length; end++) {
    fewest[end] = Number.POSITIVE_INFINITY;
    for (let start = Math.max(0, end - 32); start < end; start++) {
      const cost = knownPieceCost(text.slice(start, end), common);
      fewest[end] = Math.min(fewest[end] as number, (fewest[start] as number) + cost);
    }
  }
  return (fewest[text.length] as number) <= KNOWN_PIECES_MAX;
}

function knownPieceCost(piece: string, common: ForbiddenPasswordWords["common"]): number {
  if (/^\d+$/.test(piece))
    return piece.length <= 4 ? 0.5 : piece.length <= 8 || isKeyboardRun(piece) ? 1 : Number.POSITIVE_INFINITY;
  if (/^[^\p{L}\p{N}]+$/u.test(piece)) return piece.length <= 3 ? 0.5 : Number.POSITIVE_INFINITY;
  if (piece.length < KNOWN_PIECE_LENGTH_MIN) return Number.POSITIVE_INFINITY;
  return common.has(piece) || isKeyboardRun(piece) ? 1 : Number.POSITIVE_INFINITY;
}

/** Rows of keyboards and the alphabet, twice over so that a run may wrap, in both directions. */
const KEYBOARD_RUNS = [
  "qwertyuiop",
  "qwertzuiop",
  "asdfghjkl",
  "yxcvbnm",
  "zxcvbnm",
  "1234567890",
  "abcdefghijklmnopqrstuvwxyz",
]
  .map((row) => row + row)
  .flatMap((row) => [row, Array.from(row).reverse().join("")]);
const isKeyboardRun = (piece: string) =>
  piece.length >= KNOWN_PIECE_LENGTH_MIN && KEYBOARD_RUNS.some((row) => row.includes(piece));
