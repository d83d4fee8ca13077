import type { LonLat } from "@leitstand/geo/lon-lat";
import Flatbush from "flatbush";
import { normalizedNameKey } from "../text/fold";
import { mercatorMetersOf, mercatorScaleAt } from "../index/mercator";

/** Parts of an address that tell where it is, as far as it has them. */
export interface PartialAddressWithPosition {
  readonly at: LonLat;
  readonly street?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** Distance in metres within which streets of one name are the same street. */
const SAME_STREET_METERS = 1500;
const NEIGHBOUR_METERS = 3000;
const NEIGHBOURS_MAX = 12;

/** Fills missing parts of an address from its neighbours: the same street before the nearest house. */
export class NeighbourLookup {
  readonly #all: HousesByStreet;
  readonly #byStreet: ReadonlyMap<string, HousesByStreet>;

  constructor(known: readonly PartialAddressWithPosition[]) {
    this.#all = new HousesByStreet(known);
    const byStreet = new Map<string, PartialAddressWithPosition[]>();
    for (const house of known) {
      if (!house.street) continue;
      const key = normalizedNameKey(house.street);
      const same = byStreet.get(key);
      if (same) same.push(house);
      else byStreet.set(key, [house]);
    }
    this.#byStreet = new Map([...byStreet].map(([key, houses]) => [key, new HousesByStreet(houses)]));
  }

  complete<Item extends PartialAddressWithPosition>(item: Item): Item {
    if (item.city && item.zip_code && item.country) return item;
    let [city, zip_code, country] = [item.city, item.zip_code, item.country];
    for (const neighbour of this.#neighboursOf(item)) {
      const isSamePlace = !city || !neighbour.city || city === neighbour.city;
      // The postal code of another place is worse than none.
      if (isSamePlace) zip_code ||= neighbour.zip_code;
      if (!item.zip_code || !neighbour.zip_code || item.zip_code === neighbour.zip_code) city ||= neighbour.city;
      if (isSamePlace) country ||= neighbour.country;
    }
    return { ...item, city, zip_code, country };
  }

  #neighboursOf({ at, street }: PartialAddressWithPosition): readonly PartialAddressWithPosition[] {
    const same = this.#byStreet
      .get(normalizedNameKey(street ?? ""))
      ?.nearest(at, { count: 1, meters: SAME_STREET_METERS });
    return [...(same ?? []), ...this.#all.nearest(at, { count: NEIGHBOURS_MAX, meters: NEIGHBOUR_METERS })];
  }
}

/**
 * Houses by street and position: a large region has thousands of houses in streets of one name, and comparing all of
 * them would take hours.
 */
class HousesByStreet {
  readonly #houses: readonly PartialAddressWithPosition[];
  #tree?: Flatbush;

  constructor(houses: readonly PartialAddressWithPosition[]) {
    this.#houses = houses;
  }

  nearest(
    at: LonLat,
    { count, meters }: { readonly count: number; readonly meters: number },
  ): PartialAddressWithPosition[] {
    if (this.#houses.length === 0) return [];
    this.#tree ??= houseTreeOf(this.#houses);
    const [x, y] = mercatorMetersOf(at);
    const found = this.#tree.neighbors(x, y, count, meters * mercatorScaleAt(at[1]));
    return found.map((index) => this.#houses[index] as PartialAddressWithPosition);
  }
}

function houseTreeOf(houses: readonly PartialAddressWithPosition[]): Flatbush {
  const tree = new Flatbush(houses.length);
  for (const { at } of houses) {
    const [x, y] = mercatorMetersOf(at);
    tree.add(x, y, x, y);
  }
  tree.finish();
  return tree;
}
