/** Creates a picture in a page, like one of a camera; no two are the same. */
export function createPicture(): Promise<Blob> {
  const canvas = new OffscreenCanvas(640, 480);
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  for (let spot = 0; spot < 40; spot++) {
    const [hue = 0, x = 0, y = 0] = crypto.getRandomValues(new Uint16Array(3));
    context.fillStyle = `hsl(${hue % 360} 70% 50%)`;
    context.fillRect(x % 640, y % 480, 90, 70);
  }
  return canvas.convertToBlob({ type: "image/jpeg", quality: 0.9 });
}
