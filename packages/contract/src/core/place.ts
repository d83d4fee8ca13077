import { Type } from "typebox";

/** `[longitude, latitude]` in degrees of WGS 84, as GeoJSON has it. */
export const LonLatPosition = Type.Array(Type.Number({ minimum: -180, maximum: 180 }), {
  minItems: 2,
  maxItems: 2,
  description: "`[longitude, latitude]` in WGS 84, as in GeoJSON.",
  examples: [[15.4395, 47.0707]],
});
