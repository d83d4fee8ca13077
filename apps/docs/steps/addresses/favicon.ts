import { Resvg } from "@resvg/resvg-js";

const ICON_SIZES = [16, 32, 48];
const ICO_HEADER_BYTES = 6;
const ICO_ENTRY_BYTES = 16;

/** Logo as `/favicon.ico`, which browsers and bots request by default; its pictures are PNGs. */
export function buildFavicon(svg: string): Buffer {
  const pictures = ICON_SIZES.map((size) =>
    Buffer.from(new Resvg(svg, { fitTo: { mode: "width", value: size } }).render().asPng()),
  );
  const header = Buffer.alloc(ICO_HEADER_BYTES);
  header.writeUInt16LE(1, 2);
  header.writeUInt16LE(pictures.length, 4);
  let offset = ICO_HEADER_BYTES + pictures.length * ICO_ENTRY_BYTES;
  const entries = pictures.map((picture, at) => {
    const entry = Buffer.alloc(ICO_ENTRY_BYTES);
    entry.writeUInt8(ICON_SIZES[at] ?? 0, 0);
    entry.writeUInt8(ICON_SIZES[at] ?? 0, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(picture.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += picture.length;
    return entry;
  });
  return Buffer.concat([header, ...entries, ...pictures]);
}
