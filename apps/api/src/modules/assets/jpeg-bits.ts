/** Packed part of a JPEG as bits, and the codes that they are written in (ITU-T T.81, annexes C and F). */

/** Thrown when the data ends, or means nothing, before everything that was announced has been read. */
export class DamagedJpegError extends Error {}

const MARKER_PREFIX = 0xff;
/** Whether a marker only divides the data: RST0 to RST7. */
const isRestartMarker = (code: number | undefined) => code !== undefined && code >= 0xd0 && code <= 0xd7;
/** Whether 0xff in encoded data means itself, because a zero follows it. */
const isStuffedByte = (code: number | undefined) => code === 0;

const WORD_BITS = 32;
const BYTE_BITS = 8;

/** Reader of bits that stops at the next marker. */
export class JpegBitReader {
  /** The next bits, the first one highest. */
  private word = 0;
  private count = 0;
  /** Number of bits at the end of `word` that were filled in, because the data has ended. */
  private missing = 0;

  constructor(
    private readonly bytes: Uint8Array,
    private at: number,
  ) {}

  /** Reads the next code and answers its symbol. */
  decode(codes: HuffmanCodeTable): number {
    this.fill();
    const next = this.word >>> 16;
    const short = codes.short[next >>> (16 - SHORT_CODE_BITS)] as number;
    if (short !== 0) {
      this.drop(short >>> BYTE_BITS);
      return short & 0xff;
    }
    for (let length = SHORT_CODE_BITS + 1; length <= 16; length++) {
      const code = next >>> (16 - length);
      if (code > (codes.last[length] as number)) continue;
      this.drop(length);
      return codes.symbols[code + (codes.offset[length] as number)] as number;
    }
    throw new DamagedJpegError("a code that stands for nothing");
  }

  /** Reads a number of up to 16 bits. */
  take(count: number): number {
    if (count === 0) return 0;
    this.fill();
    const value = this.word >>> (WORD_BITS - count);
    this.drop(count);
    return value;
  }

  /** Throws when more bits were read than the data has. */
  checkRead() {
    if (this.count < this.missing) throw new DamagedJpegError("the data ends too early");
  }

  /** Continues behind the restart marker at this position. */
  restart() {
    this.at = this.nextMarker();
    if (!isRestartMarker(this.bytes[this.at + 1])) throw new DamagedJpegError("a part is missing");
    this.at += 2;
    this.word = this.count = this.missing = 0;
  }

  /** Position at which the data ends: a marker, or the end of the file. */
  end(): number {
    let at = this.nextMarker();
    while (isRestartMarker(this.bytes[at + 1])) at = this.markerFrom(at + 2);
    return at;
  }

  private drop(count: number) {
    this.word <<= count;
    this.count -= count;
  }

  private fill() {
    while (this.count <= WORD_BITS - BYTE_BITS) {
      this.word |= this.nextByte() << (WORD_BITS - BYTE_BITS - this.count);
      this.count += BYTE_BITS;
    }
  }

  private nextByte(): number {
    const byte = this.bytes[this.at];
    const ends = byte === undefined || (byte === MARKER_PREFIX && !isStuffedByte(this.bytes[this.at + 1]));
    if (ends) {
      this.missing += BYTE_BITS;
      return 0;
    }
    this.at += byte === MARKER_PREFIX ? 2 : 1;
    return byte;
  }

  private nextMarker = () => this.markerFrom(this.at);

  private markerFrom(from: number): number {
    let at = this.bytes.indexOf(MARKER_PREFIX, from);
    while (at >= 0 && (isStuffedByte(this.bytes[at + 1]) || this.bytes[at + 1] === MARKER_PREFIX))
      at = this.bytes.indexOf(MARKER_PREFIX, at + (this.bytes[at + 1] === MARKER_PREFIX ? 1 : 2));
    return at < 0 ? this.bytes.length : at;
  }
}

/** Longest codes that are found in a single table look-up. */
const SHORT_CODE_BITS = 9;
const CODE_LENGTHS = 16;

export interface HuffmanCodeTable {
  /** Length and symbol of the code that the next bits begin with; 0 where it is longer. */
  readonly short: Uint16Array;
  /** Greatest code of each length, -1 where there is none. */
  readonly last: Int32Array;
  /** Offset from a code to the place of its symbol, for each length. */
  readonly offset: Int32Array;
  readonly symbols: Uint8Array;
}

/** Builds the code table from the number of codes of each length, and their symbols in order. */
export function buildHuffmanCodeTable(counts: Uint8Array, symbols: Uint8Array): HuffmanCodeTable {
  const short = new Uint16Array(1 << SHORT_CODE_BITS);
  const last = new Int32Array(CODE_LENGTHS + 1).fill(-1);
  const offset = new Int32Array(CODE_LENGTHS + 1);
  let code = 0;
  let place = 0;
  for (let length = 1; length <= CODE_LENGTHS; length++) {
    const count = counts[length - 1] ?? 0;
    offset[length] = place - code;
    for (let index = 0; length <= SHORT_CODE_BITS && index < count; index++) {
      const from = (code + index) << (SHORT_CODE_BITS - length);
      short.fill((length << BYTE_BITS) | (symbols[place + index] ?? 0), from, from + (1 << (SHORT_CODE_BITS - length)));
    }
    code += count;
    place += count;
    if (count > 0) last[length] = code - 1;
    if (code > 1 << length) throw new DamagedJpegError("more codes than there are");
    code <<= 1;
  }
  return { short, last, offset, symbols };
}
