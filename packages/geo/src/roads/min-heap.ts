/**
 * Binary heap of states by key. A state may be in it several times; the caller that pops it knows whether it is
 * outdated.
 */
export class MinHeap {
  size = 0;
  private keys = new Float64Array(256);
  private states = new Uint32Array(256);

  clear() {
    this.size = 0;
  }

  /** Smallest key; infinity when the heap is empty. */
  minKey(): number {
    return this.size === 0 ? Number.POSITIVE_INFINITY : (this.keys[0] as number);
  }

  push(state: number, key: number) {
    if (this.size === this.keys.length) this.grow();
    const { keys, states } = this;
    let at = this.size++;
    while (at > 0) {
      const parent = (at - 1) >> 1;
      const above = keys[parent] as number;
      if (above <= key) break;
      keys[at] = above;
      states[at] = states[parent] as number;
      at = parent;
    }
    keys[at] = key;
    states[at] = state;
  }

  /** Removes the state with the smallest key; the heap must not be empty. */
  pop(): number {
    const { keys, states } = this;
    const top = states[0] as number;
    const size = --this.size;
    const key = keys[size] as number;
    const state = states[size] as number;
    let at = 0;
    for (let child = 1; child < size; child = 2 * at + 1) {
      if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
      const below = keys[child] as number;
      if (below >= key) break;
      keys[at] = below;
      states[at] = states[child] as number;
      at = child;
    }
    keys[at] = key;
    states[at] = state;
    return top;
  }

  private grow() {
    const keys = new Float64Array(this.size * 2);
    const states = new Uint32Array(this.size * 2);
    keys.set(this.keys);
    states.set(this.states);
    this.keys = keys;
    this.states = states;
  }
}
