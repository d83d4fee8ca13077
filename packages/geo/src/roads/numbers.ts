/** List of numbers that grows without an object for each. */
export class GrowableNumberList {
  length = 0;
  private values = new Float64Array(1024);

  push(value: number) {
    if (this.length === this.values.length) {
      const grown = new Float64Array(this.length * 2);
      grown.set(this.values);
      this.values = grown;
    }
    this.values[this.length++] = value;
  }

  /** View of the numbers so far; the next `push` may make it outdated. */
  view(): Float64Array {
    return this.values.subarray(0, this.length);
  }
}

/** Position of `value` in ascending numbers, or -1. */
export function binarySearchIndexOf(values: Float64Array, value: number): number {
  let [low, high] = [0, values.length - 1];
  while (low <= high) {
    const middle = (low + high) >>> 1;
    const found = values[middle] as number;
    if (found === value) return middle;
    if (found < value) low = middle + 1;
    else high = middle - 1;
  }
  return -1;
}

/** The values in ascending order, each once. */
export function sortedUnique(values: Float64Array): Float64Array {
  const sorted = values.slice().sort();
  let count = 0;
  for (let index = 0; index < sorted.length; index++)
    if (index === 0 || sorted[index] !== sorted[index - 1]) sorted[count++] = sorted[index] as number;
  return sorted.slice(0, count);
}
