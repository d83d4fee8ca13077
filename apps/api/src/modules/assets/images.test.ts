import { describe, expect, it } from "vitest";
import { reencodePicture } from "./images.service";

const pngOfSize = ([width, height]: [number, number], { depth, type }: { depth: number; type: number }) => {
  const header = Buffer.alloc(33);
  header.write("89504e470d0a1a0a0000000d", "hex");
  header.write("IHDR", 12, "latin1");
  header.writeUInt32BE(width, 16);
  header.writeUInt32BE(height, 20);
  header.writeUInt8(depth, 24);
  header.writeUInt8(type, 25);
  return header;
};

describe("the memory that unpacking a picture takes", () => {
  const refused = { fault: "TOO_MANY_PIXELS" };
  /** A header without any pixels: only an attempt to unpack it finds that it is DAMAGED. */
  const begun = { fault: "DAMAGED" };

  it.each([
    ["50 megapixels, four channels of 8 bits", pngOfSize([7_071, 7_070], { depth: 8, type: 6 }), begun],
    ["50 megapixels, four channels of 16 bits", pngOfSize([7_071, 7_070], { depth: 16, type: 6 }), refused],
    ["50 megapixels, three channels of 16 bits", pngOfSize([7_071, 7_070], { depth: 16, type: 2 }), refused],
    ["12 megapixels, four channels of 16 bits", pngOfSize([4_000, 3_000], { depth: 16, type: 6 }), begun],
    ["a pixel row more, four channels of 16 bits", pngOfSize([4_000, 3_001], { depth: 16, type: 6 }), refused],
    ["25 megapixels, one channel of 16 bits", pngOfSize([5_000, 5_000], { depth: 16, type: 0 }), begun],
    ["a pixel row more, one channel of 16 bits", pngOfSize([5_000, 5_001], { depth: 16, type: 0 }), refused],
    [
      "50 megapixels in a file of 20 MB",
      Buffer.concat([pngOfSize([7_071, 7_070], { depth: 8, type: 6 }), Buffer.alloc(20_000_000)]),
      begun,
    ],
    ["51 megapixels of one channel", pngOfSize([7_141, 7_142], { depth: 8, type: 0 }), refused],
    ["one row that is too long", pngOfSize([20_001, 1], { depth: 8, type: 0 }), refused],
    ["no pixel at all", pngOfSize([0, 7_070], { depth: 8, type: 0 }), refused],
  ])(
    "the memory for a picture is computed from its size, depth and channels before it is decoded: %s",
    async (_, bytes, answer) => {
      expect(await reencodePicture(bytes, "image/png")).toEqual(answer);
    },
  );
});
