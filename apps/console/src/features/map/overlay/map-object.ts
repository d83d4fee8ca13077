/** Object on the map that can be hovered and selected. */
export interface MapObject {
  readonly kind: "vehicle" | "case";
  readonly id: string;
}
export const isSameMapObject = (one: MapObject | undefined, other: MapObject | undefined) =>
  one?.kind === other?.kind && one?.id === other?.id;
