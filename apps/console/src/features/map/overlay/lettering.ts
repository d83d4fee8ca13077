import type { Tokens } from "../map-tokens.ts";

/** From here on vehicles have their plates and stand alone; further away they come in clusters. */
export const NEAR_ZOOM = 9;

export const FONT_FAMILY = '"Inter Variable", system-ui, sans-serif';
/** For the map library. Inter is on the page already; a weight is asked for by naming it, which no font is called. */
export const FONT = ["Inter Variable"];
export const FONT_STRONG = ["Inter Variable Semibold", "Inter Variable"];
export const halo = (tokens: Tokens) => ({ "text-halo-color": tokens("land"), "text-halo-width": 1.4 });
