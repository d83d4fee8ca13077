import type { LonLat } from "@leitstand/geo/lon-lat";
import { storedPointAt, toStoredDegrees } from "../index/address-index";

const FIRST_CAPACITY = 1 << 16;

/**
 * Coordinates of elements by id, in 16 bytes each. Ids usually come in order, as OSM files have them; it sorts if not.
 */
export class NodeCoordinateStore {
  #ids = new Float64Array(FIRST_CAPACITY);
  #points = new Int32Array(FIRST_CAPACITY * 2);
  #count = 0;
  #isSorted = true;

  add(id: number, [lon, lat]: LonLat) {
    if (this.#count === this.#ids.length) this.#grow();
    if (this.#count > 0 && id < (this.#ids[this.#count - 1] as number)) this.#isSorted = false;
    this.#ids[this.#count] = id;
    this.#points[this.#count * 2] = toStoredDegrees(lon);
    this.#points[this.#count * 2 + 1] = toStoredDegrees(lat);
    this.#count++;
  }

  find(id: number): LonLat | undefined {
    if (!this.#isSorted) this.#sort();
    let [low, high] = [0, this.#count];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#ids[middle] as number) < id) low = middle + 1;
      else high = middle;
    }
    return low < this.#count && this.#ids[low] === id ? storedPointAt(this.#points, low) : undefined;
  }

  #grow() {
    const [ids, points] = [new Float64Array(this.#ids.length * 2), new Int32Array(this.#points.length * 2)];
    ids.set(this.#ids);
    points.set(this.#points);
    [this.#ids, this.#points] = [ids, points];
  }

  #sort() {
    const order = Uint32Array.from({ length: this.#count }, (_, at) => at);
    const [ids, points] = [this.#ids, this.#points];
    order.sort((a, b) => (ids[a] as number) - (ids[b] as number));
    this.#ids = Float64Array.from(order, (at) => ids[at] as number);
    this.#points = Int32Array.from(
      { length: this.#count * 2 },
      (_, at) => points[(order[at >>> 1] as number) * 2 + (at & 1)] as number,
    );
    this.#isSorted = true;
  }
}
