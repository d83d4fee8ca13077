import { type LonLat, metersBetween } from "@leitstand/geo/lon-lat";
import { toStoredDegrees } from "./address-index";
import { aliasesOfPlace } from "../text/aliases";
import { buildNameIndex, startOffsetsFromLengths } from "./build-lexicon";
import { PointExtent } from "./extent";
import { normalizedNameKey } from "../text/fold";
import type { TextTable } from "./text-table";

/** Metres within which places of one name are one place: villages of one name hardly lie in the same valley. */
const NAMESAKE_METERS = 15_000;

interface PlaceLocality {
  readonly zip: string;
  readonly extent: PointExtent;
  weight: number;
}

interface RegisteredPlace {
  readonly name: string;
  country: string;
  /** First known point of the place; later ones of the same name are compared with it. */
  readonly near: LonLat;
  /** Point from a list of places; from addresses only when there is no such list. */
  point: LonLat | undefined;
  readonly localities: Map<string, PlaceLocality>;
  readonly aliases: Set<string>;
}

export interface PlaceMention {
  readonly city: string;
  readonly country?: string;
  readonly zip_code?: string;
  readonly at: LonLat;
}

/** Register of places from addresses and lists of places, which separates places of one name by their position. */
export class PlaceRegister {
  readonly #places: RegisteredPlace[] = [];
  readonly #byKey = new Map<string, number[]>();

  /** Number of the place that is meant. */
  mention(mention: PlaceMention): number {
    const number = this.#numberOf(mention);
    this.#localityOf(number, mention.zip_code ?? "").extent.add(mention.at);
    this.#localityOf(number, mention.zip_code ?? "").weight++;
    return number;
  }

  /** Registers a place of a list, whose point is better than the middle of its addresses. */
  list(mention: PlaceMention, aliases: readonly string[]): number {
    const number = this.mention(mention);
    const place = this.#places[number] as RegisteredPlace;
    if (!mention.zip_code) place.point ??= mention.at;
    for (const alias of aliases) place.aliases.add(alias);
    return number;
  }

  #numberOf({ city, country = "", at }: PlaceMention): number {
    const key = normalizedNameKey(city) || city;
    const namesakes = this.#byKey.get(key) ?? [];
    const isMeant = (place: RegisteredPlace) =>
      (!country || !place.country || place.country === country) && metersBetween(place.near, at) < NAMESAKE_METERS;
    const known = namesakes.find((number) => isMeant(this.#places[number] as RegisteredPlace));
    if (known === undefined) {
      this.#byKey.set(key, [...namesakes, this.#places.length]);
      const aliases = new Set(aliasesOfPlace(city));
      return this.#places.push({ name: city, country, near: at, point: undefined, localities: new Map(), aliases }) - 1;
    }
    const place = this.#places[known] as RegisteredPlace;
    place.country ||= country;
    return known;
  }

  #localityOf(number: number, zip: string): PlaceLocality {
    const { localities } = this.#places[number] as RegisteredPlace;
    const known = localities.get(zip);
    if (known) return known;
    const locality = { zip, extent: new PointExtent(), weight: 0 };
    localities.set(zip, locality);
    return locality;
  }

  toColumns(texts: TextTable) {
    const localities = this.#places.flatMap((place, number) =>
      Array.from(place.localities.values(), (locality) => ({ number, ...locality })),
    );
    return {
      ...this.#keyColumns(),
      placeName: Uint32Array.from(this.#places, ({ name }) => texts.idOf(name)),
      placeCountry: Uint32Array.from(this.#places, ({ country }) => texts.idOf(country)),
      placePoint: Int32Array.from(this.#places.flatMap((place) => middleOfPlace(place).map(toStoredDegrees))),
      placeWeight: Uint32Array.from(this.#places, weightOfPlace),
      localityStarts: startOffsetsFromLengths(this.#places.map((place) => place.localities.size)),
      localityPlace: Uint32Array.from(localities, ({ number }) => number),
      localityZip: Uint32Array.from(localities, ({ zip }) => texts.idOf(zip)),
      localityPoint: Int32Array.from(localities.flatMap(({ extent }) => extent.middle.map(toStoredDegrees))),
      localityBox: Int32Array.from(localities.flatMap(({ extent }) => extent.storedBox())),
      localityWeight: Uint32Array.from(localities, ({ weight }) => weight),
    };
  }

  #keyColumns() {
    const { lexicon, starts, named } = buildNameIndex(this.#places);
    return {
      placeLetters: lexicon.letters,
      placeKeyStarts: lexicon.keyStarts,
      placeTrigrams: lexicon.trigrams,
      placeTrigramStarts: lexicon.trigramStarts,
      placeTrigramKeys: lexicon.trigramKeys,
      placeOfKeyStarts: starts,
      placesOfKey: named,
    };
  }
}

const middleOfPlace = ({ point, localities }: RegisteredPlace): LonLat => {
  if (point) return point;
  const all = new PointExtent();
  for (const { extent } of localities.values()) for (const each of extent.points) all.add(each);
  return all.middle;
};

/**
 * Weight of a place. The number of its known entries is taken for its size; a postal code of its own counts more than a
 * house.
 */
const weightOfPlace = ({ localities }: RegisteredPlace) =>
  Array.from(localities.values()).reduce((sum, { zip, weight }) => sum + weight + (zip ? 50 : 0), 0);
