interface BarcodeDetectorClass {
  new (): { detect(picture: ImageBitmap): Promise<readonly { readonly rawValue: string }[]> };
}
const detectorClass = () => (globalThis as { BarcodeDetector?: BarcodeDetectorClass }).BarcodeDetector;

/** Whether this browser can read codes; where it cannot, the code is typed. */
export const canScanCodes = () => detectorClass() !== undefined;

/** The first code in a photo; undefined when none can be read. */
export async function scanCodeInPhoto(file: Blob): Promise<string | undefined> {
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
