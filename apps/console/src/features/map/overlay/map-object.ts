/** Object on the map that can be hovered and selected. */
export interface MapObjectRef {
  readonly kind: "vehicle" | "case";
  readonly id: string;
}
export const isSameMapObjectRef = (one: MapObjectRef | undefined, other: MapObjectRef | undefined) =>
  one?.kind === other?.kind && one?.id === other?.id;
