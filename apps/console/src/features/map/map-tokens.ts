const colorTokenNames = ["land", "sea", "line-2", "tx", "tx-2", "tx-3", "surface", "brand", "brand-tx", "late"].concat(
  ["green", "wood", "built", "building", "road", "road-edge", "highway", "rail"].map((part) => `map-${part}`),
  ["open", "assigned", "accepted", "moving", "onsite", "loaded", "closed", "alarm"].map((state) => `state-${state}`),
);

/** Page colours as a canvas understands them, by token name; read again when scheme or brand change. */
export interface ColorTokenReader {
  (name: string): string;
}

export function createColorTokenReader(): ColorTokenReader {
  const style = getComputedStyle(document.documentElement);
  const values = new Map(colorTokenNames.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
  return (name) => values.get(name) ?? "#888888";
}
