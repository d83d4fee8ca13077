import type { Page } from "playwright-core";

/** Text in the metadata of every picture, like the place in those of a real camera. */
export const METADATA_CANARY = "KANARI 47.0707 N";

/** A picture like that of a camera: larger than needed, with the place in its metadata. */
async function aCameraPicture(page: Page, shade: number): Promise<{ name: string; mimeType: string; buffer: Buffer }> {
  const drawn = await page.evaluate(async (lightness) => {
    const canvas = new OffscreenCanvas(2400, 1800);
    const context = canvas.getContext("2d");
    if (context === null) throw new Error("no canvas");
    context.fillStyle = `hsl(210 60% ${lightness}%)`;
    context.fillRect(0, 0, 2400, 1800);
    return [...new Uint8Array(await (await canvas.convertToBlob({ type: "image/jpeg" })).arrayBuffer())];
  }, shade);
  const jpeg = Buffer.from(drawn);
  const exif = Buffer.concat([Buffer.from("Exif\0\0", "latin1"), Buffer.from(METADATA_CANARY)]);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(exif.length + 2);
  const buffer = Buffer.concat([jpeg.subarray(0, 2), Buffer.from([0xff, 0xe1]), length, exif, jpeg.subarray(2)]);
  return { name: "IMG_0001.jpg", mimeType: "image/jpeg", buffer };
}

/** Takes a picture with the camera input of that id. */
export const takePicture = async (page: Page, camera: string, shade = 50) => {
  await page.locator(`[id="${camera}"]`).setInputFiles(await aCameraPicture(page, shade));
};
