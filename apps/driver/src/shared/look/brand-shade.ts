import { differenceOf, lightenUntil, shadeUntil } from "@leitstand/app/brand-color";

/** The states' colours in the dark, and the one of alarms. */
const STATE_COLORS = ["#e09033", "#62bbfb", "#3962dd", "#974889", "#dadb52", "#52fad8", "#d80323", "#ff7a7d"];
/** What is nearer than this to a state's colour would be taken for it, by whoever sees both at a glance. */
const DIFFERENCE_MIN = 0.06;
/** Read at arm's length, in a holder that shakes. */
const CONTRAST_MIN = 7;

/** The company's colour for what is done next, as it can be read; undefined, in the sun as in the dark: the product's own blue. */
export function brandIn(scheme: "dark" | "sun", primary: string): string | undefined {
  const light = lightenUntil(primary, { background: "#1c232d", contrastMin: CONTRAST_MIN });
  if (STATE_COLORS.some((color) => differenceOf(light, color) < DIFFERENCE_MIN)) return undefined;
  return scheme === "dark"
    ? light
    : shadeUntil(primary, { background: "#ffffff", direction: -1, contrastMin: CONTRAST_MIN });
}
