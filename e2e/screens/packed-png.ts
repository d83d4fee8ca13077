import { crc32, deflateSync } from "node:zlib";

interface PixelImage {
  readonly width: number;
  readonly height: number;
  /** Pixels, four bytes each. */
  readonly data: Uint8Array;
}
const PALETTE_COLORS_MAX = 256;
const EXACT_COLORS = 96;

/**
 * Encodes a picture in 256 colours, all others as the nearest of them: a quarter of the bytes without a visible
 * difference.
 */
export function encodePalettePng({ width, height, data }: PixelImage): Buffer {
  const pixels = new Uint32Array(width * height);
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at++) {
    const color = ((data[at * 4] as number) << 16) | ((data[at * 4 + 1] as number) << 8) | (data[at * 4 + 2] as number);
    pixels[at] = color;
    counts.set(color, (counts.get(color) ?? 0) + 1);
  }
  const palette = choosePalette(
    [...counts.keys()].sort((one, other) => (counts.get(other) as number) - (counts.get(one) as number)),
  );
  const places = new Map([...counts.keys()].map((color) => [color, nearestColorIndex(palette, color)]));
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++)
      rows[y * (width + 1) + 1 + x] = places.get(pixels[y * width + x] as number) as number;
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the index of a colour in the palette.
  size.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const pieces = [
    pngChunk("IHDR", size),
    pngChunk("PLTE", colors),
    pngChunk("IDAT", deflateSync(rows, { level: 9 })),
    pngChunk("IEND", Buffer.alloc(0)),
  ];
  return Buffer.concat([signature, ...pieces]);
}

/**
 * Chooses the palette. Surfaces and inks are frequent and stay exact; of the rest those that no other colour is close
 * to: a rare one may be a signal.
 */
function choosePalette(colors: readonly number[]): readonly number[] {
  for (let space = 0; ; space += 2) {
    const palette = colors.slice(0, EXACT_COLORS);
    for (const color of colors.slice(EXACT_COLORS)) {
      if (palette.length > PALETTE_COLORS_MAX) break;
      if (palette.every((other) => colorDistance(color, other) > space * space)) palette.push(color);
    }
    if (palette.length <= PALETTE_COLORS_MAX) return palette;
  }
}

function colorDistance(one: number, other: number): number {
  const red = (one >> 16) - (other >> 16);
  const green = ((one >> 8) & 255) - ((other >> 8) & 255);
  const blue = (one & 255) - (other & 255);
  return red * red + green * green + blue * blue;
}

function nearestColorIndex(palette: readonly number[], color: number): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [place, other] of palette.entries()) {
    const away = colorDistance(color, other);
    if (away < least) [best, least] = [place, away];
    if (least === 0) break;
  }
  return best;
}

function pngChunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const frame = Buffer.alloc(8);
  frame.writeUInt32BE(content.length, 0);
  frame.writeUInt32BE(crc32(body), 4);
  return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)]);
}
