interface BarcodeDetectorClass {
  new (): { detect(picture: ImageBitmap): Promise<readonly { readonly rawValue: string }[]> };
}
const detectorClass = () => (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;

/** Not every browser reads codes; where none does, the code is typed. */
export const canScan = () => detectorClass() !== undefined;

/** The first code in a photo; undefined: there is none that can be read. */
export async function scanCode(file: Blob): Promise<string | undefined> {
  const Detector = detectorClass();
  if (Detector === undefined) return undefined;
  const picture = await createImageBitmap(file);
  try {
    const [found] = await new Detector().detect(picture);
    return found?.rawValue;
  } finally {
    picture.close();
  }
}
