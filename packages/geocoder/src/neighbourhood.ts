import Flatbush from "flatbush";
import type { LonLat } from "./entry";
import { foldName } from "./fold";
import { mercatorOf, mercatorScaleAt, metersBetween } from "./sphere";

/** What an address says about where it is, as far as it does. */
export interface Whereabouts {
  readonly at: LonLat;
  readonly street?: string | undefined;
  readonly zip_code?: string | undefined;
  readonly city?: string | undefined;
  readonly country?: string | undefined;
}

/** A street of the same name within this is the same street. */
const SAME_STREET_METERS = 1500;
const NEIGHBOUR_METERS = 3000;
const NEIGHBOURS = 12;

/** Fills what an address does not say with what its neighbours say: the same street before the nearest house. */
export class Neighbourhood {
  readonly #known: readonly Whereabouts[];
  readonly #byStreet = new Map<string, Whereabouts[]>();
  readonly #tree: Flatbush | undefined;

  constructor(known: readonly Whereabouts[]) {
    this.#known = known;
    for (const known of this.#known) {
      if (!known.street) continue;
      const key = foldName(known.street);
      const same = this.#byStreet.get(key);
      if (same) same.push(known);
      else this.#byStreet.set(key, [known]);
    }
    if (this.#known.length > 0) this.#tree = treeOf(this.#known);
  }

  complete<Item extends Whereabouts>(item: Item): Item {
    if (item.city && item.zip_code && item.country) return item;
    let [city, zip_code, country] = [item.city, item.zip_code, item.country];
    for (const neighbour of this.#neighboursOf(item)) {
      const isSamePlace = !city || !neighbour.city || city === neighbour.city;
      // The code of another place is worse than none.
      if (isSamePlace) zip_code ||= neighbour.zip_code;
      if (!item.zip_code || !neighbour.zip_code || item.zip_code === neighbour.zip_code) city ||= neighbour.city;
      if (isSamePlace) country ||= neighbour.country;
    }
    return { ...item, city, zip_code, country };
  }

  *#neighboursOf({ at, street }: Whereabouts): Iterable<Whereabouts> {
    const same = nearest(this.#byStreet.get(foldName(street ?? "")) ?? [], at);
    if (same) yield same;
    const [x, y] = mercatorOf(at);
    const found = this.#tree?.neighbors(x, y, NEIGHBOURS, NEIGHBOUR_METERS * mercatorScaleAt(at[1])) ?? [];
    for (const item of found) yield this.#known[item] as Whereabouts;
  }
}

function nearest(items: readonly Whereabouts[], at: LonLat): Whereabouts | undefined {
  let [best, least] = [undefined as Whereabouts | undefined, SAME_STREET_METERS];
  for (const item of items) {
    const meters = metersBetween(item.at, at);
    if (meters < least) [best, least] = [item, meters];
  }
  return best;
}

function treeOf(items: readonly Whereabouts[]): Flatbush {
  const tree = new Flatbush(items.length);
  for (const { at } of items) {
    const [x, y] = mercatorOf(at);
    tree.add(x, y, x, y);
  }
  tree.finish();
  return tree;
}
