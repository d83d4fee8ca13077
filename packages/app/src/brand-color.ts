/** Minimum contrast of text of normal size against its background (WCAG 2.2, 1.4.3). */
const CONTRAST_MIN = 4.5;

export const readableTextColor = (color: string) =>
  contrastRatio(color, "#ffffff") >= CONTRAST_MIN ? "#ffffff" : "#0b1220";

interface ShadeOptions {
  readonly background: string;
  /** Direction of the change: 1 lighter, -1 darker. */
  readonly direction: 1 | -1;
  readonly contrastMin?: number;
}

/** Makes a colour darker or lighter until it can be read on a background. */
export function shadeUntilReadable(
  color: string,
  { background, direction, contrastMin = CONTRAST_MIN }: ShadeOptions,
): string {
  let shade = colorChannels(color);
  for (let step = 0; step < 40 && contrastRatio(toHexColor(shade), background) < contrastMin; step++) {
    shade = shade.map((channel) => channel + ((direction === 1 ? 255 : 0) - channel) * 0.06);
  }
  return toHexColor(shade);
}

/**
 * Makes a colour lighter until it can be read on a dark background; unlike one mixed with white, it stays as colourful.
 */
export function lightenUntilReadable(
  color: string,
  { background, contrastMin }: Omit<Required<ShadeOptions>, "direction">,
) {
  const [lightness, a, b] = okLabOf(color);
  for (let step = lightness; step < 1; step += 0.01) {
    const shade = hexOfOkLab([step, a, b]);
    if (contrastRatio(shade, background) >= contrastMin) return shade;
  }
  return "#ffffff";
}

/** Difference between two colours by OKLab: 0 for the same, 1 from black to white. */
export function colorDifference(one: string, other: string): number {
  const [a, b] = [okLabOf(one), okLabOf(other)];
  return Math.hypot(...a.map((value, index) => value - (b[index] ?? 0)));
}

const colorChannels = (color: string) => [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16));
const toHexColor = (shade: readonly number[]) =>
  `#${shade.map((channel) => Math.round(channel).toString(16).padStart(2, "0")).join("")}`;

/** Contrast ratio of two colours by relative luminance (WCAG 2.2). */
export function contrastRatio(one: string, other: string): number {
  const [a, b] = [luminance(one), luminance(other)];
  return (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
}
function luminance(color: string): number {
  const [r = 0, g = 0, b = 0] = linearChannel(color);
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

const linearChannel = (color: string) =>
  colorChannels(color).map((channel) => {
    const share = channel / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });

function okLabOf(color: string): [number, number, number] {
  const [r = 0, g = 0, b = 0] = linearChannel(color);
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b);
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b);
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b);
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ];
}

function hexOfOkLab([lightness, a, b]: readonly [number, number, number]): string {
  const l = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const light = [
    4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s,
    -1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s,
    -0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s,
  ];
  return toHexColor(light.map((share) => 255 * Math.min(1, Math.max(0, gammaChannel(share)))));
}

const gammaChannel = (share: number) => (share <= 0.0031308 ? 12.92 * share : 1.055 * share ** (1 / 2.4) - 0.055);
