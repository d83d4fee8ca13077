import { colorDifference, lightenUntilReadable, shadeUntilReadable } from "@leitstand/app/brand-color";

/** Colours of states in the dark scheme, and of alarms. */
const STATE_COLORS = ["#e09033", "#62bbfb", "#3962dd", "#974889", "#dadb52", "#52fad8", "#d80323", "#ff7a7d"];
/** Smallest distance to a state's colour: a nearer colour would be mistaken for the state at a glance. */
const COLOR_DIFFERENCE_MIN = 0.06;
/** Contrast for reading at arm's length, in a holder that shakes. */
const CONTRAST_MIN = 7;

/**
 * The company's colour for the primary button, shaded until it can be read; undefined when the product's own blue is
 * used instead.
 */
export function brandColorForTheme(scheme: "dark" | "sun", primary: string): string | undefined {
  const light = lightenUntilReadable(primary, { background: "#1c232d", contrastMin: CONTRAST_MIN });
  if (STATE_COLORS.some((color) => colorDifference(light, color) < COLOR_DIFFERENCE_MIN)) return undefined;
  return scheme === "dark"
    ? light
    : shadeUntilReadable(primary, { background: "#ffffff", direction: -1, contrastMin: CONTRAST_MIN });
}
