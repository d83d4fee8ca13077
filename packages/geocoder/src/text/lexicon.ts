/**
 * Sorted list of folded names that finds similar ones: candidates share trigrams, rare ones count more, and the edit
 * distance decides. All of it lives in typed arrays, which are stored and loaded as they are.
 */
import { editDistance } from "./edit-distance";

export interface NameLexiconData {
  /** Code units of all keys, one after the other, in ascending order of the keys. */
  readonly letters: Uint16Array;
  /** Start of each key in `letters`; one more than there are keys. */
  readonly keyStarts: Uint32Array;
  /** Hashes of all trigrams, ascending. Two trigrams with one hash only make a few more candidates. */
  readonly trigrams: Uint32Array;
  /** Start of the keys of each trigram in `trigramKeys`; one more than there are trigrams. */
  readonly trigramStarts: Uint32Array;
  readonly trigramKeys: Uint32Array;
}

export interface NameLexiconHit {
  readonly key: number;
  /** Cost of the match: 0 is the same name; about 1 for each typing error. */
  readonly cost: number;
}

const LEXICON_CANDIDATES_MAX = 48;
const COMPLETIONS_MAX = 32;
/** Share of keys from which on a trigram (strasse, weg) tells little; it counts only where others are few. */
const COMMON_TRIGRAM_SHARE = 0.1;
const RARE_TRIGRAMS_MIN = 4;

export class NameLexicon {
  readonly size: number;
  /** Weight of all trigrams of each key: the more it has that were not asked for, the less similar it is. */
  readonly #keyWeights: Float32Array;
  // Working memory of one search; a search never waits for anything, so there is only one at a time.
  readonly #shared: Float32Array;
  readonly #touched: Uint32Array;
  readonly data: NameLexiconData;

  constructor(data: NameLexiconData) {
    this.data = data;
    this.size = data.keyStarts.length - 1;
    this.#keyWeights = new Float32Array(this.size);
    this.#shared = new Float32Array(this.size);
    this.#touched = new Uint32Array(this.size);
    for (let at = 0; at < data.trigrams.length; at++) {
      const weight = this.#weightOf(at);
      const end = data.trigramStarts[at + 1] as number;
      for (let posting = data.trigramStarts[at] as number; posting < end; posting++) {
        const key = data.trigramKeys[posting] as number;
        this.#keyWeights[key] = (this.#keyWeights[key] as number) + weight;
      }
    }
  }

  lettersOf(key: number): Uint16Array {
    return this.data.letters.subarray(this.data.keyStarts[key], this.data.keyStarts[key + 1]);
  }

  /** Finds keys that are the name, begin with it, or differ from it by a few letters; best first. */
  find(name: string): NameLexiconHit[] {
    if (name === "" || this.size === 0) return [];
    const letters = letterCodesOf(name);
    const costs = new Map<number, number>();
    const note = (key: number, cost: number) => {
      if (cost < (costs.get(key) ?? Number.POSITIVE_INFINITY)) costs.set(key, cost);
    };
    this.#complete(letters, note);
    const bound = typosAllowed(letters.length);
    for (const key of this.#candidates(name, bound)) {
      const slips = editDistance(letters, this.lettersOf(key), bound);
      if (slips <= bound) note(key, costOfTypos(slips, letters.length));
    }
    return [...costs].map(([key, cost]) => ({ key, cost })).sort((a, b) => a.cost - b.cost || a.key - b.key);
  }

  /** Names that begin with the query, as while it is still being typed. */
  #complete(letters: Uint16Array, note: (key: number, cost: number) => void) {
    const first = this.#firstAtOrAfter(letters);
    for (let key = first; key < Math.min(this.size, first + COMPLETIONS_MAX); key++) {
      const known = this.lettersOf(key);
      if (!lettersStartWith(known, letters)) return;
      const missing = known.length - letters.length;
      if (missing === 0 || letters.length >= 3) note(key, missing === 0 ? 0 : Math.min(1.5, 0.4 + missing * 0.04));
    }
  }

  #firstAtOrAfter(letters: Uint16Array): number {
    let [low, high] = [0, this.size];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compareLetters(this.lettersOf(middle), letters) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** Keys by the weight of the trigrams that they share with the name (weighted Dice), the most similar first. */
  #candidates(name: string, bound: number): Uint32Array {
    const found = trigramsOf(name)
      .map((hash) => indexOfSorted(this.data.trigrams, hash))
      .filter((at) => at >= 0)
      .sort((a, b) => this.#frequencyOf(a) - this.#frequencyOf(b));
    const commonFrom = Math.max(256, this.size * COMMON_TRIGRAM_SHARE);
    let [touched, asked, used] = [0, 0, 0];
    for (const at of found) {
      const weight = this.#weightOf(at);
      asked += weight;
      if (used >= RARE_TRIGRAMS_MIN && this.#frequencyOf(at) > commonFrom) continue;
      used++;
      touched = this.#count(at, weight, touched);
    }
    const alike = (key: number) => (this.#shared[key] as number) / (asked + (this.#keyWeights[key] as number));
    const reachable = this.#touched.subarray(0, this.#withinReach(touched, name.length, bound));
    const best = largestItems(reachable, alike, LEXICON_CANDIDATES_MAX);
    for (const key of reachable) this.#shared[key] = 0;
    return best;
  }

  /** Moves keys that may be within the bound to the front of those touched, and returns how many; resets the counts. */
  #withinReach(touched: number, length: number, bound: number): number {
    const { keyStarts } = this.data;
    let kept = 0;
    for (let at = 0; at < touched; at++) {
      const key = this.#touched[at] as number;
      const difference = (keyStarts[key + 1] as number) - (keyStarts[key] as number) - length;
      if (difference <= bound && difference >= -bound) this.#touched[kept++] = key;
      else this.#shared[key] = 0;
    }
    return kept;
  }

  #count(trigram: number, weight: number, touchedBefore: number): number {
    let touched = touchedBefore;
    const { trigramStarts, trigramKeys } = this.data;
    const end = trigramStarts[trigram + 1] as number;
    for (let posting = trigramStarts[trigram] as number; posting < end; posting++) {
      const key = trigramKeys[posting] as number;
      if (this.#shared[key] === 0) this.#touched[touched++] = key;
      this.#shared[key] = (this.#shared[key] as number) + weight;
    }
    return touched;
  }

  readonly #frequencyOf = (trigram: number) =>
    (this.data.trigramStarts[trigram + 1] as number) - (this.data.trigramStarts[trigram] as number);

  readonly #weightOf = (trigram: number) => Math.log1p(this.size / this.#frequencyOf(trigram));
}

/**
 * Cost of typing errors, absolute, because people make one or two however long the name is; a little higher where a
 * name is short.
 */
const costOfTypos = (slips: number, length: number) => (slips === 0 ? 0 : slips * (0.75 + 1.5 / length));

const typosAllowed = (length: number) => (length <= 3 ? 1 : length <= 8 ? 2 : length <= 14 ? 3 : 4);

export function letterCodesOf(text: string): Uint16Array {
  const letters = new Uint16Array(text.length);
  for (let at = 0; at < text.length; at++) letters[at] = text.charCodeAt(at);
  return letters;
}

function lettersStartWith(letters: Uint16Array, start: Uint16Array): boolean {
  if (letters.length < start.length) return false;
  for (let at = 0; at < start.length; at++) if (letters[at] !== start[at]) return false;
  return true;
}

function compareLetters(left: Uint16Array, right: Uint16Array): number {
  const length = Math.min(left.length, right.length);
  for (let at = 0; at < length; at++) {
    const difference = (left[at] as number) - (right[at] as number);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}

/** Distinct hashes of every three letters, with two blanks in front and one behind, so that ends count as well. */
export function trigramsOf(name: string): number[] {
  const padded = `\u0001\u0001${name}\u0002`;
  const hashes = new Set<number>();
  for (let at = 0; at + 2 < padded.length; at++) hashes.add(trigramHash(padded, at));
  return [...hashes];
}

function trigramHash(text: string, at: number): number {
  const [a, b, c] = [text.charCodeAt(at), text.charCodeAt(at + 1), text.charCodeAt(at + 2)];
  return (Math.imul(a, 0x9e3779b1) ^ Math.imul(b, 0x85ebca6b) ^ Math.imul(c, 0xc2b2ae35)) >>> 0;
}

function indexOfSorted(sorted: Uint32Array, value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((sorted[middle] as number) < value) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === value ? low : -1;
}

/** Items with the largest values, best first: a heap of the best so far, because whole sorts of thousands are slow. */
function largestItems(items: Uint32Array, valueOf: (item: number) => number, count: number): Uint32Array {
  if (items.length <= count) return Uint32Array.from(items);
  const values = new Float64Array(count).fill(-1);
  const best = new Uint32Array(count);
  for (const item of items) {
    const value = valueOf(item);
    if (value <= (values[0] as number)) continue;
    let hole = 0;
    for (let child = 1; child < count; child = hole * 2 + 1) {
      if (child + 1 < count && (values[child + 1] as number) < (values[child] as number)) child++;
      if ((values[child] as number) >= value) break;
      values[hole] = values[child] as number;
      best[hole] = best[child] as number;
      hole = child;
    }
    values[hole] = value;
    best[hole] = item;
  }
  return best;
}
