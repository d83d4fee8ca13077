/**
 * The index as it is stored: columns in typed arrays. Items that belong together have the same numbers; text 0 is
 * "none".
 */
import type { LonLat } from "@leitstand/geo/lon-lat";
import Flatbush from "flatbush";
import type { BoundingBox } from "./entry";
import { type HouseNumber, parseHouseNumber } from "../text/house-number";
import { NameLexicon } from "../text/lexicon";

/** Every column, in the order in which they are stored. */
export const addressIndexColumnTypes = {
  /** Bytes of all texts in UTF-8. */
  text: Uint8Array,
  textStarts: Uint32Array,
  /** Folded names of streets and points of interest, and the numbers of the groups so named, see `ALIAS`. */
  nameLetters: Uint16Array,
  nameKeyStarts: Uint32Array,
  nameTrigrams: Uint32Array,
  nameTrigramStarts: Uint32Array,
  nameTrigramKeys: Uint32Array,
  nameGroupStarts: Uint32Array,
  nameGroups: Uint32Array,
  /** Folded names of places, and the places so named. */
  placeLetters: Uint16Array,
  placeKeyStarts: Uint32Array,
  placeTrigrams: Uint32Array,
  placeTrigramStarts: Uint32Array,
  placeTrigramKeys: Uint32Array,
  placeOfKeyStarts: Uint32Array,
  placesOfKey: Uint32Array,
  /** Groups: a group is a street in a place and postal code, or a point of interest. */
  groupName: Uint32Array,
  /** Category of a group: 0 for streets, otherwise one more than the number of the category. */
  groupCategory: Uint8Array,
  groupStreet: Uint32Array,
  groupNumber: Uint32Array,
  /** Place of a group: one more than its number; 0 for none. */
  groupPlace: Uint32Array,
  groupZip: Uint32Array,
  groupCountry: Uint32Array,
  groupPoint: Int32Array,
  groupBox: Int32Array,
  /** House numbers of each group, ascending. Points in ten-millionths of a degree, longitude first. */
  numberStarts: Uint32Array,
  numberText: Uint32Array,
  /** Street as this house spells it: of two spellings in one street each is kept. */
  numberStreet: Uint32Array,
  numberFrom: Uint16Array,
  numberPoint: Int32Array,
  numberGroup: Uint32Array,
  /** Points along streets, for answers where no house has a number. */
  streetPoint: Int32Array,
  streetPointGroup: Uint32Array,
  placeName: Uint32Array,
  placeCountry: Uint32Array,
  placePoint: Int32Array,
  placeWeight: Uint32Array,
  /** Localities: a locality is a place in one postal code (or none); those of a place lie together. */
  localityStarts: Uint32Array,
  localityPlace: Uint32Array,
  localityZip: Uint32Array,
  localityPoint: Int32Array,
  localityBox: Int32Array,
  localityWeight: Uint32Array,
  /** Spatial index (Flatbush) over the points of each kind; empty for a kind without points. */
  numberTree: Uint8Array,
  streetTree: Uint8Array,
  groupTree: Uint8Array,
  localityTree: Uint8Array,
} as const;
export type AddressIndexColumnName = keyof typeof addressIndexColumnTypes;
export type AddressIndexTreeName = Extract<AddressIndexColumnName, `${string}Tree`>;
/** A column in memory of its own, or in memory that threads share. */
type SharableArray<Column> = Column extends Uint8Array
  ? Uint8Array
  : Column extends Uint16Array
    ? Uint16Array
    : Column extends Int32Array
      ? Int32Array
      : Uint32Array;
export type AddressIndexColumns = {
  readonly [Name in AddressIndexColumnName]: SharableArray<InstanceType<(typeof addressIndexColumnTypes)[Name]>>;
};

/** Mark of a number in `nameGroups` and `placesOfKey` whose name is a short or another form. */
export const NAME_ALIAS_FLAG = 0x8000_0000;

const UNITS_PER_DEGREE = 1e7;

/** A geocoding index, ready to be asked. Made by `buildGeocodingIndex` or `decodeGeocodingIndex`; immutable. */
export class AddressIndex {
  readonly columns: AddressIndexColumns;
  readonly names: NameLexicon;
  readonly places: NameLexicon;
  readonly #decoder = new TextDecoder();
  readonly #numbers = new Map<number, HouseNumber | undefined>();
  #localitiesOfZip: Map<string, number[]> | undefined;
  readonly #trees = new Map<AddressIndexTreeName, Flatbush>();

  constructor(columns: AddressIndexColumns) {
    this.columns = columns;
    this.names = new NameLexicon({
      letters: columns.nameLetters,
      keyStarts: columns.nameKeyStarts,
      trigrams: columns.nameTrigrams,
      trigramStarts: columns.nameTrigramStarts,
      trigramKeys: columns.nameTrigramKeys,
    });
    this.places = new NameLexicon({
      letters: columns.placeLetters,
      keyStarts: columns.placeKeyStarts,
      trigrams: columns.placeTrigrams,
      trigramStarts: columns.placeTrigramStarts,
      trigramKeys: columns.placeTrigramKeys,
    });
  }

  /** Counts of the entries in the index. */
  get counts() {
    const { numberText, groupCategory, placeName, localityZip } = this.columns;
    const streets = groupCategory.reduce((count, category) => count + Number(category === 0), 0);
    return {
      addresses: numberText.length,
      streets,
      points_of_interest: groupCategory.length - streets,
      places: placeName.length,
      postal_codes: new Set(localityZip.filter((zip) => zip > 0)).size,
    };
  }

  /** Text of that number; undefined for none. */
  text(id: number | undefined): string | undefined {
    if (!id) return undefined;
    const { text, textStarts } = this.columns;
    return this.#decoder.decode(text.subarray(textStarts[id], textStarts[id + 1]));
  }

  houseNumber(textId: number): HouseNumber | undefined {
    if (!this.#numbers.has(textId)) this.#numbers.set(textId, parseHouseNumber(this.text(textId) ?? ""));
    return this.#numbers.get(textId);
  }

  /** Localities by exact postal code. */
  localitiesOf(zip: string): readonly number[] {
    this.#localitiesOfZip ??= this.#groupLocalities();
    return this.#localitiesOfZip.get(zip) ?? [];
  }

  /** Tree of this kind; undefined when it is empty. */
  tree(name: AddressIndexTreeName): Flatbush | undefined {
    const { buffer, byteOffset, length } = this.columns[name];
    if (length === 0) return undefined;
    const tree = this.#trees.get(name) ?? Flatbush.from(buffer, byteOffset);
    this.#trees.set(name, tree);
    return tree;
  }

  #groupLocalities() {
    const groups = new Map<string, number[]>();
    for (const [locality, zipId] of this.columns.localityZip.entries()) {
      const zip = this.text(zipId);
      if (zip === undefined) continue;
      const known = groups.get(zip);
      if (known) known.push(locality);
      else groups.set(zip, [locality]);
    }
    return groups;
  }
}

export const storedPointAt = (points: Int32Array, at: number): LonLat => [
  (points[at * 2] ?? 0) / UNITS_PER_DEGREE,
  (points[at * 2 + 1] ?? 0) / UNITS_PER_DEGREE,
];

export const storedBoundingBoxAt = (boxes: Int32Array, at: number): BoundingBox => [
  (boxes[at * 4] ?? 0) / UNITS_PER_DEGREE,
  (boxes[at * 4 + 1] ?? 0) / UNITS_PER_DEGREE,
  (boxes[at * 4 + 2] ?? 0) / UNITS_PER_DEGREE,
  (boxes[at * 4 + 3] ?? 0) / UNITS_PER_DEGREE,
];

/** Degrees as they are stored: exact to a centimetre. */
export const toStoredDegrees = (degrees: number): number => Math.round(degrees * UNITS_PER_DEGREE);
