/** Checks whether all of a JPEG is there (ITU-T T.81): decoders paint the missing rest of a cut-off file grey. */
import { DamagedJpegError, type HuffmanCodeTable, JpegBitReader, buildHuffmanCodeTable } from "./jpeg-bits";

/** JPEG markers, each behind 0xff. */
const [SOF0, SOF1, SOF2, DHT, EOI, SOS, DRI] = [0xc0, 0xc1, 0xc2, 0xc4, 0xd9, 0xda, 0xdd];
const BLOCK_SIDE_PIXELS = 8;
const COEFFICIENTS_PER_BLOCK = 64;
/** Maximum number of scans that are read; libraries refuse more, because each may have to visit every block. */
const SCANS_MAX = 500;

interface JpegComponent {
  readonly id: number;
  /** Blocks of the component in a unit of several components, across and down. */
  readonly across: number;
  readonly down: number;
  /** Blocks that show a part of the picture, when the component is alone in a scan. */
  readonly columns: number;
  readonly rows: number;
  /** Blocks in a row, with those that only fill up the last unit. */
  readonly stride: number;
  /** For progressive pictures: two words a block, with a bit for each coefficient that is not zero so far. */
  readonly known: Uint32Array;
  isBegun: boolean;
}
interface JpegFrame {
  readonly isProgressive: boolean;
  readonly unitColumns: number;
  readonly unitRows: number;
  readonly components: readonly JpegComponent[];
}
interface ScanComponent {
  readonly component: JpegComponent;
  readonly dc: HuffmanCodeTable | undefined;
  readonly ac: HuffmanCodeTable | undefined;
}
interface JpegScan {
  readonly parts: readonly ScanComponent[];
  /** First and last coefficient of each block that the scan holds. */
  readonly from: number;
  readonly to: number;
  /** Whether the scan adds one bit to known coefficients. */
  readonly isRefinement: boolean;
}

/** False when a part of the picture is missing. Pictures in an encoding that is not read here count as complete. */
export function isCompleteJpeg(bytes: Uint8Array): boolean {
  try {
    return new JpegSegmentReader(bytes).readsToEnd();
  } catch (error) {
    if (error instanceof DamagedJpegError || error instanceof RangeError) return false;
    throw error;
  }
}

class JpegSegmentReader {
  private readonly view: DataView;
  private readonly codes = new Map<number, HuffmanCodeTable>();
  private frame: JpegFrame | undefined;
  private interval = 0;
  private scans = 0;

  constructor(private readonly bytes: Uint8Array) {
    this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  readsToEnd(): boolean {
    let at = 2;
    while (at + 1 < this.bytes.length) {
      const code = this.view.getUint8(at + 1);
      if (code === 0xff) at++;
      else if (this.view.getUint8(at) !== 0xff) break;
      else if (code === EOI) return this.isWhole(true);
      else {
        const end = at + 2 + this.view.getUint16(at + 2);
        if (isUnsupportedFrameMarker(code)) return true;
        at = this.readSegment(code, { from: at + 4, end });
      }
    }
    return this.isWhole(false);
  }

  /**
   * Whether the picture is complete. Any scan of a progressive picture may be the last one; only the end marker tells.
   */
  private isWhole(hasEnd: boolean): boolean {
    if (!this.frame) return false;
    return (hasEnd || !this.frame.isProgressive) && this.frame.components.every(({ isBegun }) => isBegun);
  }

  /** Reads a segment and answers where the next one begins. */
  private readSegment(code: number, { from, end }: { from: number; end: number }): number {
    if (code === DHT) this.readTables(from, end);
    else if (code === DRI) this.interval = this.view.getUint16(from);
    else if (code === SOF0 || code === SOF1 || code === SOF2) this.frame = this.readFrame(from, code === SOF2);
    else if (code === SOS) return this.readScan(this.readScanHeader(from), end);
    return end;
  }

  private readTables(from: number, end: number) {
    for (let at = from; at < end; ) {
      const counts = this.bytes.subarray(at + 1, at + 17);
      const length = counts.reduce((sum, count) => sum + count, 0);
      const symbols = this.bytes.subarray(at + 17, at + 17 + length);
      this.codes.set(this.view.getUint8(at), buildHuffmanCodeTable(counts, symbols));
      at += 17 + length;
    }
  }

  private readFrame(at: number, isProgressive: boolean): JpegFrame {
    const [height, width] = [this.view.getUint16(at + 1), this.view.getUint16(at + 3)];
    const told = Array.from({ length: this.view.getUint8(at + 5) }, (_, index) => {
      const entry = at + 6 + index * 3;
      const sampling = this.view.getUint8(entry + 1);
      return { id: this.view.getUint8(entry), across: sampling >> 4, down: sampling & 15 };
    });
    const [acrossMost, downMost] = [told.map(({ across }) => across), told.map(({ down }) => down)].map((counts) =>
      Math.max(...counts),
    ) as [number, number];
    if (told.length === 0 || told.some(({ across, down }) => across < 1 || down < 1))
      throw new DamagedJpegError("a component without blocks");
    const unitColumns = Math.ceil(width / (BLOCK_SIDE_PIXELS * acrossMost));
    const unitRows = Math.ceil(height / (BLOCK_SIDE_PIXELS * downMost));
    const components = told.map(({ id, across, down }) => ({
      id,
      across,
      down,
      columns: Math.ceil(Math.ceil((width * across) / acrossMost) / BLOCK_SIDE_PIXELS),
      rows: Math.ceil(Math.ceil((height * down) / downMost) / BLOCK_SIDE_PIXELS),
      stride: unitColumns * across,
      known: new Uint32Array(isProgressive ? 2 * unitColumns * across * unitRows * down : 0),
      isBegun: false,
    }));
    return { isProgressive, unitColumns, unitRows, components };
  }

  private readScanHeader(at: number): JpegScan {
    if (++this.scans > SCANS_MAX) throw new DamagedJpegError("more scans than any program writes");
    const count = this.view.getUint8(at);
    const parts = Array.from({ length: count }, (_, index) => {
      const [id, tables] = [this.view.getUint8(at + 1 + index * 2), this.view.getUint8(at + 2 + index * 2)];
      const component = this.frame?.components.find((other) => other.id === id);
      if (!component) throw new DamagedJpegError("a component that was not announced");
      return { component, dc: this.codes.get(tables >> 4), ac: this.codes.get(0x10 | (tables & 15)) };
    });
    const [from, to, bits] = [1, 2, 3].map((offset) => this.view.getUint8(at + count * 2 + offset)) as [
      number,
      number,
      number,
    ];
    return { parts, from, to: Math.min(to, COEFFICIENTS_PER_BLOCK - 1), isRefinement: bits >> 4 > 0 };
  }

  private readScan(scan: JpegScan, at: number): number {
    const { frame, interval } = this;
    const [first] = scan.parts;
    if (!frame || !first) throw new DamagedJpegError("a scan of nothing");
    const bits = new JpegBitReader(this.bytes, at);
    const blocks = new JpegBlockReader(bits, scan, frame.isProgressive);
    const isAlone = scan.parts.length === 1;
    const columns = isAlone ? first.component.columns : frame.unitColumns;
    const units = columns * (isAlone ? first.component.rows : frame.unitRows);
    for (let unit = 0; unit < units; unit++) {
      if (interval > 0 && unit > 0 && unit % interval === 0) {
        bits.restart();
        blocks.restart();
      }
      const [column, row] = [unit % columns, Math.floor(unit / columns)];
      if (isAlone) blocks.read(first, row * first.component.stride + column);
      else for (const part of scan.parts) blocks.readUnit(part, { column, row });
      bits.checkRead();
    }
    for (const { component } of scan.parts) component.isBegun ||= !frame.isProgressive || scan.from === 0;
    return bits.end();
  }
}

/** Whether the encoding of the frame is not read here: lossless, arithmetic or hierarchical. */
const isUnsupportedFrameMarker = (code: number) =>
  code >= 0xc3 && code <= 0xcf && code !== DHT && code !== 0xc8 && code !== 0xcc;

/** Reads blocks as their scan has encoded them, and keeps what later scans need to be read. */
class JpegBlockReader {
  readonly read: (part: ScanComponent, block: number) => void;
  /** Number of blocks to come that have nothing more in this scan. */
  private ended = 0;

  constructor(
    private readonly bits: JpegBitReader,
    private readonly scan: JpegScan,
    isProgressive: boolean,
  ) {
    if (!isProgressive) this.read = this.readWhole;
    else if (scan.from === 0) this.read = scan.isRefinement ? () => this.bits.take(1) : this.readFirst;
    else this.read = scan.isRefinement ? this.refine : this.readLater;
  }

  restart() {
    this.ended = 0;
  }

  readUnit(part: ScanComponent, { column, row }: { column: number; row: number }) {
    const { across, down, stride } = part.component;
    for (let y = 0; y < down; y++)
      for (let x = 0; x < across; x++) this.read(part, (row * down + y) * stride + column * across + x);
  }

  private readonly readFirst = ({ dc }: ScanComponent) => {
    this.bits.take(this.bits.decode(requireHuffmanCodes(dc)) & 15);
  };

  private readonly readWhole = (part: ScanComponent) => {
    const { bits } = this;
    this.readFirst(part);
    const codes = requireHuffmanCodes(part.ac);
    for (let k = 1; k < COEFFICIENTS_PER_BLOCK; k++) {
      const symbol = bits.decode(codes);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) return;
      k += zeros;
      bits.take(size);
    }
  };

  private readonly readLater = ({ ac, component }: ScanComponent, block: number) => {
    if (this.ended > 0) {
      this.ended--;
      return;
    }
    const { bits, scan } = this;
    const codes = requireHuffmanCodes(ac);
    for (let k = scan.from; k <= scan.to; k++) {
      const symbol = bits.decode(codes);
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) {
        this.ended = (1 << zeros) + bits.take(zeros) - 1;
        return;
      }
      k += zeros;
      if (size > 0 && k <= scan.to) markCoefficientNonZero(component, block, k);
      bits.take(size);
    }
  };

  private readonly refine = ({ ac, component }: ScanComponent, block: number) => {
    const { bits, scan } = this;
    let k = scan.from;
    while (this.ended === 0 && k <= scan.to) {
      const symbol = bits.decode(requireHuffmanCodes(ac));
      const [zeros, size] = [symbol >> 4, symbol & 15];
      if (size === 0 && zeros < 15) {
        this.ended = (1 << zeros) + bits.take(zeros);
        break;
      }
      bits.take(size > 0 ? 1 : 0);
      k = this.skip(component, { block, from: k, zeros });
      if (size > 0 && k <= scan.to) markCoefficientNonZero(component, block, k);
      k++;
    }
    if (this.ended === 0) return;
    this.skip(component, { block, from: k, zeros: COEFFICIENTS_PER_BLOCK });
    this.ended--;
  };

  /**
   * Skips a number of coefficients that are still zero, and all others, each of which has one bit here; answers where
   * the next zero stands.
   */
  private skip(
    { known }: JpegComponent,
    { block, from, zeros }: { block: number; from: number; zeros: number },
  ): number {
    let left = zeros;
    let k = from;
    for (; k <= this.scan.to; k++) {
      if (((known[2 * block + (k >> 5)] as number) >>> (k & 31)) & 1) this.bits.take(1);
      else if (--left < 0) break;
    }
    return k;
  }
}

function markCoefficientNonZero({ known }: JpegComponent, block: number, k: number) {
  const at = 2 * block + (k >> 5);
  known[at] = (known[at] as number) | (1 << (k & 31));
}

function requireHuffmanCodes(codes: HuffmanCodeTable | undefined): HuffmanCodeTable {
  if (!codes) throw new DamagedJpegError("codes that were not told");
  return codes;
}
