/** Postal codes of GeoNames: the official tab-separated files (download.geonames.org/export/zip) and CSV made of them. */
import type { PlaceEntry } from "../index/entry";

/** Attribution to show with the data; its licence (CC BY 4.0) asks for it. */
export const GEONAMES_ATTRIBUTION = "© GeoNames, CC BY 4.0";

export type PostalCodeFault = "columns" | "country" | "postal_code" | "place" | "coordinates";

/**
 * Error of a line that cannot be used. The whole file is refused: a part of a country would answer wrongly for the
 * rest.
 */
export class PostalCodeFileError extends Error {
  override readonly name = "PostalCodeFileError";
  /** Number of the faulty line, from 1. */
  readonly line: number;
  readonly reason: PostalCodeFault;

  constructor(line: number, reason: PostalCodeFault) {
    super(`Line ${line}: ${faultSentences[reason]}`);
    this.line = line;
    this.reason = reason;
  }
}

const faultSentences: Readonly<Record<PostalCodeFault, string>> = {
  columns: "there are more or fewer columns than the file's first line or GeoNames' format has.",
  country: "the country is no code of two capital letters.",
  postal_code: "the postal code is empty or longer than 16 characters.",
  place: "the place has no name.",
  coordinates: "latitude and longitude are not on the globe.",
};

interface FileLayout {
  readonly columns: number;
  readonly split: (line: string) => readonly string[];
  readonly at: Readonly<Record<"country" | "zip" | "place" | "lat" | "lon", number>>;
  /** Number of header lines before the first entry. */
  readonly skip: number;
}

/** Columns of GeoNames: country, code, place, three levels of area with a code each, latitude, longitude, accuracy. */
const geoNamesLayout: FileLayout = {
  columns: 12,
  split: (line) => line.split("\t"),
  at: { country: 0, zip: 1, place: 2, lat: 9, lon: 10 },
  skip: 0,
};

const csvColumnNames = { country: "country_code", zip: "zipcode", place: "place", lat: "latitude", lon: "longitude" };

function detectLayout(first: string): FileLayout {
  const names = splitCsv(first);
  const at = Object.fromEntries(Object.entries(csvColumnNames).map(([field, name]) => [field, names.indexOf(name)]));
  const isCsv = Object.values(at).every((column) => column >= 0);
  return isCsv ? { columns: names.length, split: splitCsv, at: at as FileLayout["at"], skip: 1 } : geoNamesLayout;
}

/**
 * The entries of a whole file, in its order. Throws PostalCodeFileError for the first line that is broken. Codes of
 * single companies are left out: crews are not sent to them, and companies are called like towns.
 */
export function parsePostalCodeFile(text: string): PlaceEntry[] {
  const lines = text.replace(/^\uFEFF/, "").split(/\r?\n/);
  const layout = detectLayout(lines[0] ?? "");
  const entries: PlaceEntry[] = [];
  for (const [at, line] of lines.entries()) {
    if (at < layout.skip || line.trim() === "") continue;
    const entry = parsePostalCodeLine(layout, line, at + 1);
    if (!isCompany(entry)) entries.push(...placeNamesIn(entry.city).map((city) => withShortName({ ...entry, city })));
  }
  return entries;
}

/**
 * Names in a text: "Graz,12.Bez.:Andritz" and "Wien, Innere Stadt" are a town and a part of it; people write either.
 */
const placeNamesIn = (city: string): string[] =>
  city
    .split(",")
    .map((part) => part.trim().replace(/^\d+\.\s*Bez\.:\s*/, ""))
    .filter(Boolean);

/**
 * A Swiss town of a name that several cantons have: "Buchs SG", "Wohlen AG 1". AG is Aargau behind a single word;
 * behind more words, as in "Zofingen Muster AG", it is a company.
 */
const cantonPattern =
  /^(?:([\p{L}-]+) AG|(.+) (?:AI|AR|BE|BL|BS|FR|GE|GL|GR|JU|LU|NE|NW|OW|SG|SH|SO|SZ|TG|TI|UR|VD|VS|ZG|ZH))(?: \d+)?$/u;

function nameWithoutCanton({ country, city }: PlaceEntry): string | undefined {
  const [, inAargau, elsewhere] = (country === "CH" && cantonPattern.exec(city)) || [];
  return inAargau ?? elsewhere;
}

/** The town with its name without the canton as an alias, because people leave it out. */
function withShortName(entry: PlaceEntry): PlaceEntry {
  const short = nameWithoutCanton(entry);
  return short === undefined ? entry : { ...entry, aliases: [short] };
}

const isCompany = (entry: PlaceEntry) => companyPattern.test(nameWithoutCanton(entry) ?? entry.city);

const companyPattern = /\b(?:GmbH|AG|SE|KG|KGaA|e\.\s?V\.|eG|mbH|AöR|OHG|Ltd|Inc)(?![\p{L}])/u;

function parsePostalCodeLine({ columns, split, at }: FileLayout, text: string, line: number): PlaceEntry {
  const cells = split(text).map((cell) => cell.trim());
  if (cells.length !== columns) throw new PostalCodeFileError(line, "columns");
  const cell = (name: keyof FileLayout["at"]) => cells[at[name]] ?? "";
  const [country, zip_code, city] = [cell("country"), cell("zip"), cell("place")];
  if (!/^[A-Z]{2}$/.test(country)) throw new PostalCodeFileError(line, "country");
  if (zip_code === "" || zip_code.length > 16) throw new PostalCodeFileError(line, "postal_code");
  if (city === "") throw new PostalCodeFileError(line, "place");
  // An empty cell is not 0.
  const [lat, lon] = [cell("lat"), cell("lon")].map((degrees) => (degrees === "" ? Number.NaN : Number(degrees)));
  if (lat === undefined || lon === undefined || !(Math.abs(lat) <= 90 && Math.abs(lon) <= 180))
    throw new PostalCodeFileError(line, "coordinates");
  return { kind: "place", city, zip_code, country, lon, lat };
}

/** Cells in quotes may hold commas, and quotes that are doubled (RFC 4180). Line breaks in cells are not expected. */
function splitCsv(line: string): string[] {
  const cells = line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,]*))/g);
  return Array.from(cells, ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "");
}
