/**
 * Seeded random generator (sfc32): the same seed gives the same plan when the same number of iterations fits into the
 * time.
 */
export class SeededRandom {
  private a: number;
  private b = 0x9e3779b9 | 0;
  private c = 0x243f6a88 | 0;
  private counter = 1;

  constructor(seed: number) {
    this.a = seed | 0;
    // Skips the first numbers, which still show how near two seeds are to each other.
    for (let round = 0; round < 15; round++) this.next();
  }

  /** A random number from 0 to below 1. */
  next(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = ((this.c << 21) | (this.c >>> 11)) + sum;
    return (sum >>> 0) / 4294967296;
  }

  /** A random whole number from 0 to below `end`. */
  below(end: number): number {
    return Math.floor(this.next() * end);
  }

  shuffle(values: number[]): void {
    for (let last = values.length - 1; last > 0; last--) {
      const other = this.below(last + 1);
      const value = values[last] ?? 0;
      values[last] = values[other] ?? 0;
      values[other] = value;
    }
  }
}
