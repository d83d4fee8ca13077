interface PixelSize {
  readonly width: number;
  readonly height: number;
}

/** Size of the same shape whose longer side is at most `longest`; pictures are never enlarged. */
export function shrinkSizeToLongestSide({ width, height }: PixelSize, longest: number): PixelSize {
  const scale = Math.min(1, longest / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
