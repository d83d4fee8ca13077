import type { ColorTokenReader } from "../map-tokens.ts";

/** Zoom from which vehicles have plates and stand alone; farther away they are clustered. */
export const MAP_UNCLUSTERED_ZOOM_MIN = 9;

export const CANVAS_FONT_FAMILY = '"Inter Variable", system-ui, sans-serif';
/**
 * Fonts of the map library. Inter is on the page already; the library takes a weight from the name, although no font is
 * called so.
 */
export const MAP_LIBRARY_FONT = ["Inter Variable"];
export const MAP_LIBRARY_BOLD_FONT = ["Inter Variable Semibold", "Inter Variable"];
export const mapLabelHaloPaint = (tokens: ColorTokenReader) => ({
  "text-halo-color": tokens("land"),
  "text-halo-width": 1.4,
});
