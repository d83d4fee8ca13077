import { Transformer } from "@napi-rs/image";
import { describe, expect, it } from "vitest";
import { isCompleteJpeg } from "./jpeg-scans";

/** JPEG of 17 by 33 pixels in ten scans: first every part coarsely, then bit by bit. */
const progressiveJpeg = Buffer.from(
  [
    "/9j/4AAQSkZJRgABAQAAAQABAAD/2wBDADUlKC8oITUvKy88OTU/UIVXUElJUKN1e2GFwarLyL6qurfV8P//1eL/5re6////////////zv//////////////",
    "2wBDATk8PFBGUJ1XV53/3Lrc////////////////////////////////////////////////////////////////////wgARCAAhABEDASIAAhEBAxEB/8QA",
    "FwABAQEBAAAAAAAAAAAAAAAAAAIBA//EABYBAQEBAAAAAAAAAAAAAAAAAAEAAv/aAAwDAQACEAMQAAABpGV2SMRlnZYzmEdRP//EABgQAAMBAQAAAAAAAAAA",
    "AAAAAAABEBEg/9oACAEBAAEFAnNGI0Yo5nH/xAAXEQEBAQEAAAAAAAAAAAAAAAAQESFB/9oACAEDAQE/AYXDh//EABQRAQAAAAAAAAAAAAAAAAAAACD/2gAI",
    "AQIBAT8BX//EABQQAQAAAAAAAAAAAAAAAAAAADD/2gAIAQEABj8Cf//EABoQAAIDAQEAAAAAAAAAAAAAAAABEBEhQVH/2gAIAQEAAT8hYTuVoLghogkU9Os5",
    "H//aAAwDAQACAAMAAAAQszM++/8A/8QAGREAAgMBAAAAAAAAAAAAAAAAACEBEDFR/9oACAEDAQE/EMC6QDt//8QAFBEBAAAAAAAAAAAAAAAAAAAAIP/aAAgB",
    "AgEBPxBf/8QAIBAAAgEEAQUAAAAAAAAAAAAAAAERITFhcaEQQZHR8P/aAAgBAQABPxCtd+ydQ25QzV2OedkMeSS47R8oImGRuODAHxiu30//2Q==",
  ].join(""),
  "base64",
);
const END_OF_IMAGE_MARKER = Buffer.from([0xff, 0xd9]);
const START_OF_SCAN_MARKER = Buffer.from([0xff, 0xda]);

const testPixels = Uint8Array.from({ length: 100 * 70 * 4 }, (_, index) => (index * 7919 + (index >> 3) * 31) & 255);
const createSequentialJpeg = async () => Buffer.from(await Transformer.fromRgbaPixels(testPixels, 100, 70).jpeg(85));
/** A hundred positions in the file, from its first scan on, at which tests cut it off. */
const cutPositionsOf = (jpeg: Buffer) => {
  const from = jpeg.indexOf(START_OF_SCAN_MARKER);
  return Array.from({ length: 100 }, (_, index) => from + Math.floor(((jpeg.length - 3 - from) * index) / 99));
};

describe("a JPEG", () => {
  it("a complete JPEG is recognised, also with other data behind its end", async () => {
    for (const jpeg of [progressiveJpeg, await createSequentialJpeg()]) {
      expect(isCompleteJpeg(jpeg)).toBe(true);
      expect(isCompleteJpeg(Buffer.concat([jpeg, Buffer.from("a film of two seconds")]))).toBe(true);
    }
  });

  it("a JPEG that was cut off anywhere is recognised as incomplete", async () => {
    for (const jpeg of [progressiveJpeg, await createSequentialJpeg()])
      expect(cutPositionsOf(jpeg).filter((length) => isCompleteJpeg(jpeg.subarray(0, length)))).toEqual([]);
  });

  it("a JPEG that was cut off and given an end marker is recognised as incomplete", async () => {
    const jpeg = await createSequentialJpeg();
    const ended = cutPositionsOf(jpeg).filter((length) =>
      isCompleteJpeg(Buffer.concat([jpeg.subarray(0, length), END_OF_IMAGE_MARKER])),
    );
    expect(ended).toEqual([]);
    // In a progressive JPEG each scan could be its end.
    const [first, second] = [
      progressiveJpeg.indexOf(START_OF_SCAN_MARKER),
      progressiveJpeg.indexOf(START_OF_SCAN_MARKER, progressiveJpeg.indexOf(START_OF_SCAN_MARKER) + 2),
    ];
    for (const length of [first + 20, second - 20])
      expect(isCompleteJpeg(Buffer.concat([progressiveJpeg.subarray(0, length), END_OF_IMAGE_MARKER]))).toBe(false);
  });

  it.each([
    ["one that is packed block by block", createSequentialJpeg],
    ["one that is packed bit by bit", async () => progressiveJpeg],
  ])("a JPEG whose header claims a larger picture is recognised as incomplete: %s", async (_what, read) => {
    const jpeg = Buffer.from(await read());
    const frame = [0xc0, 0xc2].map((code) => jpeg.indexOf(Buffer.from([0xff, code]))).find((at) => at >= 0) as number;
    for (const [height, width] of [
      [7_000, 7_000],
      [72, 200],
    ] as const) {
      jpeg.writeUInt16BE(height, frame + 5);
      jpeg.writeUInt16BE(width, frame + 7);
      expect(isCompleteJpeg(jpeg)).toBe(false);
    }
  });

  it("a JPEG without its tables or without a picture is recognised as incomplete", async () => {
    const jpeg = await createSequentialJpeg();
    const scan = jpeg.indexOf(START_OF_SCAN_MARKER);
    const tables = jpeg.indexOf(Buffer.from([0xff, 0xc4]));
    expect(isCompleteJpeg(Buffer.concat([jpeg.subarray(0, tables), jpeg.subarray(scan)]))).toBe(false);
    expect(isCompleteJpeg(Buffer.concat([jpeg.subarray(0, scan), END_OF_IMAGE_MARKER]))).toBe(false);
    expect(isCompleteJpeg(Buffer.from([0xff, 0xd8, 0xff, 0xd9]))).toBe(false);
  });
});
