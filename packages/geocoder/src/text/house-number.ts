/**
 * House numbers are text with a number in front: "12", "12a", "12-14" (a range), "12/3" (a door, common in Austria), "7 1/2" (a house
 * between 7 and 9, common in Bavaria), "12bis" (a house behind 12, common in Romandie, Italy and France).
 */

export interface HouseNumber {
  /** Number as it is compared: lower case, without spaces. */
  readonly text: string;
  /** House number, or the first number of a range. */
  readonly from: number;
  /** Last number of a range; equal to `from` for a single number. */
  readonly to: number;
  /** Letter, "bis" or fraction behind the number of a building, or nothing; in "12/B" the letter as in "12B". */
  readonly letter: string;
  /** Last letter of `letter` where it stands behind a slash: a building, or, as in Vienna, a staircase of one. */
  readonly letterBehindSlash: string;
  /** Whether something follows a slash: a staircase or a door, which has no place of its own on a map. */
  readonly hasDoor: boolean;
}

const houseNumberPattern =
  /^(\d{1,5})(bis|ter|quater|[a-z½⅓¼⅔¾]?)(?:-(\d{1,5})([a-z½⅓¼⅔¾]?))?(?:-?([a-z]))?((?:[/+.].*)?)$/;
/** Letter of a building behind its number, as it is written in South Tyrol, Italy and Hungary. */
const letterBehindSlashPattern = /^\/([a-z])(?![a-z])/;

/** Parses a house number; undefined for a text that does not begin with a number, or has no known form. */
export function parseHouseNumber(written: string): HouseNumber | undefined {
  const text = normalizeHouseNumber(written);
  const match = houseNumberPattern.exec(text);
  if (!match) return undefined;
  const from = Number(match[1]);
  const to = match[3] === undefined ? from : Number(match[3]);
  // "12-3" is no range of houses: in Austria it is the door 3 of house 12.
  const isRange = to >= from;
  const [slashLetter = "", letterBehindSlash = ""] = letterBehindSlashPattern.exec(match[6] ?? "") ?? [];
  return {
    text,
    from,
    to: isRange ? to : from,
    letter: `${match[2] ?? ""}${letterBehindSlash}`,
    letterBehindSlash,
    hasDoor: match[6] !== slashLetter || !isRange,
  };
}

export const normalizeHouseNumber = (written: string): string =>
  written
    .slice(0, 32)
    .toLowerCase()
    .replace(/^(?:nr|no|hausnr|hausnummer)\.?\s*/, "")
    .replace(/[–—]/g, "-")
    .replace(/\u2044/g, "/")
    // Without its space it would be the door of another house: 71/2.
    .replace(
      /(?<=\d)\s+(1\/2|1\/3|1\/4|2\/3|3\/4)(?![\d/])/g,
      (_, fraction: string) => fractionCharacters[fraction] ?? fraction,
    )
    .replace(/\s+/g, "");

const fractionCharacters: Readonly<Record<string, string>> = {
  "1/2": "½",
  "1/3": "⅓",
  "1/4": "¼",
  "2/3": "⅔",
  "3/4": "¾",
};

/** Costs of a number in the index against the number asked for. Lower is nearer; 0 is the same. */
export const houseNumberMismatchCosts = { same: 0, door: 0.05, staircase: 0.08, inRange: 0.1, letter: 0.5 } as const;

export function houseNumberMismatchCost(asked: HouseNumber, known: HouseNumber): number | undefined {
  if (asked.text === known.text) return houseNumberMismatchCosts.same;
  if (asked.from === known.from && asked.to === known.to) {
    if (asked.letter === known.letter) return houseNumberMismatchCosts.door;
    // "12/A/5" is in house 12 where the map does not know the building 12/A.
    if (asked.letterBehindSlash !== "" && asked.letter === known.letter + asked.letterBehindSlash)
      return houseNumberMismatchCosts.staircase;
  }
  const overlaps = asked.from <= known.to && asked.to >= known.from;
  if (!overlaps) return undefined;
  // A range has the numbers of its side of the street.
  const isOnSide = known.to === known.from || (asked.from - known.from) % 2 === 0 || asked.to > asked.from;
  if (known.to > known.from) return isOnSide ? houseNumberMismatchCosts.inRange : undefined;
  return asked.from === known.from ? houseNumberMismatchCosts.letter : houseNumberMismatchCosts.inRange;
}
