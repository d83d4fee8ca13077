import type { LonLat } from "@leitstand/geo/lon-lat";
import { toStoredDegrees } from "./address-index";
import { aliasesOfStreet } from "../text/aliases";
import { buildNameIndex, startOffsetsFromLengths } from "./build-lexicon";
import type { BoundingBox } from "./entry";
import { PointExtent } from "./extent";
import { normalizedNameKey } from "../text/fold";
import { normalizeHouseNumber, parseHouseNumber } from "../text/house-number";
import { type PointOfInterestCategory, pointOfInterestCategories } from "./point-of-interest";
import type { TextTable } from "./text-table";

interface GroupedHouse {
  readonly number: string;
  readonly street: string;
  readonly at: LonLat;
}

interface StreetGroup {
  readonly name: string;
  readonly category: PointOfInterestCategory | undefined;
  readonly street: string;
  readonly houseNumber: string;
  /** Number of the place that the group is in, if any. */
  readonly place: number | undefined;
  readonly zip: string;
  country: string;
  readonly extent: PointExtent;
  readonly houses: GroupedHouse[];
  readonly streetPoints: LonLat[];
  readonly aliases: Set<string>;
}

export interface AddressGroupIdentity {
  readonly name: string;
  readonly place: number | undefined;
  readonly zip_code: string | undefined;
  readonly country: string | undefined;
  readonly pointOfInterest?: {
    readonly category: PointOfInterestCategory;
    readonly street: string;
    readonly house_number: string;
    /**
     * Point of the group: two of one name that lie apart are different, as every petrol station of a chain has one
     * name.
     */
    readonly at: LonLat;
  };
}

/** Groups houses and pieces of streets by street, place and postal code; and points of interest. */
export class AddressGroupRegister {
  readonly #groups = new Map<string, StreetGroup>();
  readonly #folded = new Map<string, string>();

  addHouse(of: AddressGroupIdentity, number: string, at: LonLat) {
    const group = this.#groupOf(of);
    group.extent.add(at);
    group.houses.push({ number, at, street: of.name });
  }

  addPiece(
    of: AddressGroupIdentity,
    piece: { at: LonLat; box?: BoundingBox | undefined; aliases?: readonly string[] | undefined },
  ) {
    const group = this.#groupOf(of);
    group.extent.add(piece.at);
    if (piece.box) group.extent.cover(piece.box);
    if (!of.pointOfInterest) group.streetPoints.push(piece.at);
    for (const alias of piece.aliases ?? []) group.aliases.add(alias);
  }

  #groupOf({ name, place, zip_code = "", country = "", pointOfInterest }: AddressGroupIdentity): StreetGroup {
    const where = pointOfInterest ? pointOfInterest.at.map((degrees) => degrees.toFixed(3)).join() : "";
    const key = [this.#fold(name), place, zip_code, pointOfInterest?.category, where].join("\n");
    const known = this.#groups.get(key);
    if (known) {
      known.country ||= country;
      return known;
    }
    const group = {
      name,
      category: pointOfInterest?.category,
      street: pointOfInterest?.street ?? name,
      houseNumber: pointOfInterest?.house_number ?? "",
      place,
      zip: zip_code,
      country,
      extent: new PointExtent(),
      houses: [],
      streetPoints: [],
      aliases: new Set(pointOfInterest ? [] : aliasesOfStreet(name)),
    };
    this.#groups.set(key, group);
    return group;
  }

  /** Folds a name once: millions of houses stand in thousands of streets. */
  #fold(name: string): string {
    const known = this.#folded.get(name);
    if (known !== undefined) return known;
    const folded = normalizedNameKey(name) || name;
    this.#folded.set(name, folded);
    return folded;
  }

  toColumns(texts: TextTable) {
    const groups = [...this.#groups.values()];
    for (const { houses } of groups)
      houses.sort((a, b) => firstNumberOf(a) - firstNumberOf(b) || compareText(a.number, b.number));
    const houses = groups.flatMap((group, at) => group.houses.map((house) => ({ ...house, group: at })));
    const pieces = groups.flatMap((group, at) => group.streetPoints.map((point) => ({ point, group: at })));
    return {
      ...keyColumns(groups),
      groupName: Uint32Array.from(groups, ({ name }) => texts.idOf(name)),
      groupCategory: Uint8Array.from(groups, categoryCodeOf),
      groupStreet: Uint32Array.from(groups, ({ street }) => texts.idOf(street)),
      groupNumber: Uint32Array.from(groups, ({ houseNumber }) => texts.idOf(houseNumber)),
      groupPlace: Uint32Array.from(groups, ({ place }) => (place === undefined ? 0 : place + 1)),
      groupZip: Uint32Array.from(groups, ({ zip }) => texts.idOf(zip)),
      groupCountry: Uint32Array.from(groups, ({ country }) => texts.idOf(country)),
      groupPoint: Int32Array.from(groups.flatMap(({ extent }) => extent.middle.map(toStoredDegrees))),
      groupBox: Int32Array.from(groups.flatMap(({ extent }) => extent.storedBox())),
      numberStarts: startOffsetsFromLengths(groups.map((group) => group.houses.length)),
      numberText: Uint32Array.from(houses, ({ number }) => texts.idOf(number)),
      numberStreet: Uint32Array.from(houses, ({ street }) => texts.idOf(street)),
      numberFrom: Uint16Array.from(houses, (house) => Math.min(65_535, firstNumberOf(house))),
      numberPoint: Int32Array.from(houses.flatMap(({ at }) => at.map(toStoredDegrees))),
      numberGroup: Uint32Array.from(houses, ({ group }) => group),
      streetPoint: Int32Array.from(pieces.flatMap(({ point }) => point.map(toStoredDegrees))),
      streetPointGroup: Uint32Array.from(pieces, ({ group }) => group),
    };
  }
}

const categoryCodeOf = ({ category }: StreetGroup) => (category ? pointOfInterestCategories.indexOf(category) + 1 : 0);
const firstNumberOf = ({ number }: GroupedHouse) => parseHouseNumber(number)?.from ?? 0;
const compareText = (left: string, right: string) =>
  normalizeHouseNumber(left) < normalizeHouseNumber(right)
    ? -1
    : Number(normalizeHouseNumber(left) > normalizeHouseNumber(right));

function keyColumns(groups: readonly StreetGroup[]) {
  const { lexicon, starts, named } = buildNameIndex(groups);
  return {
    nameLetters: lexicon.letters,
    nameKeyStarts: lexicon.keyStarts,
    nameTrigrams: lexicon.trigrams,
    nameTrigramStarts: lexicon.trigramStarts,
    nameTrigramKeys: lexicon.trigramKeys,
    nameGroupStarts: starts,
    nameGroups: named,
  };
}
