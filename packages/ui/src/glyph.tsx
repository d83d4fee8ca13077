import type { ReactElement } from "react";

/**
 * Shapes that say by form what their colour says too. They know no domain word: the component that uses them gives the
 * meaning.
 */
const shapeDrawings = {
  "ring-dashed": (
    <circle cx="8" cy="8" r="5.500" fill="none" stroke="currentColor" strokeWidth="2" strokeDasharray="3.200 2.560" />
  ),
  ring: <circle cx="8" cy="8" r="5.500" fill="none" stroke="currentColor" strokeWidth="2" />,
  "ring-half": (
    <>
      <circle cx="8" cy="8" r="5.750" fill="none" stroke="currentColor" strokeWidth="1.500" />
      <path d="M8 2.250a5.750 5.750 0 0 1 0 11.500z" fill="currentColor" />
    </>
  ),
  "ring-tick": (
    <>
      <circle cx="8" cy="8" r="5.750" fill="none" stroke="currentColor" strokeWidth="1.500" />
      <path d="m5.200 8.200 2 2 3.600-4" fill="none" stroke="currentColor" strokeWidth="1.800" />
    </>
  ),
  arrow: <path d="M2 8h11M8.800 3.800 13 8l-4.200 4.200" fill="none" stroke="currentColor" strokeWidth="2" />,
  pin: (
    <path
      d="M8 1.500a4.800 4.800 0 0 0-4.800 4.800C3.200 9.900 8 14.500 8 14.500s4.800-4.600 4.800-8.200A4.800 4.800 0 0 0 8 1.500zm0 6.500a1.800 1.800 0 1 1 0-3.600 1.800 1.800 0 0 1 0 3.600z"
      fill="currentColor"
    />
  ),
  van: (
    <path
      d="M1.500 4h8v2.500h2.800L14.500 9v3.500h-1.700a1.700 1.700 0 0 1-3.300 0H6.500a1.700 1.700 0 0 1-3.300 0H1.500z"
      fill="currentColor"
    />
  ),
  tick: <path d="m2.800 8.600 3.400 3.400 7-7.600" fill="none" stroke="currentColor" strokeWidth="2" />,
  cross: <path d="m4 4 8 8m0-8-8 8" fill="none" stroke="currentColor" strokeWidth="2" />,
  return: (
    <path
      d="M6.500 3 3 6.500 6.500 10M3 6.500h6.500a3.250 3.250 0 0 1 0 6.500H7"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.800"
    />
  ),
  triangle: (
    <>
      <path d="M8 1.800 15 14H1z" fill="currentColor" />
      <path d="M8 6v3.800M8 11.200v1.500" stroke="var(--surface)" strokeWidth="1.600" />
    </>
  ),
  "triangle-outline": <path d="M8 2.800 14 13.200H2z" fill="none" stroke="currentColor" strokeWidth="1.600" />,
  dot: <circle cx="8" cy="8" r="4" fill="currentColor" />,
  pause: <path d="M5 3.500v9M11 3.500v9" stroke="currentColor" strokeWidth="2.400" />,
  minus: <path d="M3.500 8h9" stroke="currentColor" strokeWidth="2.400" />,
} as const;

export type GlyphShape = keyof typeof shapeDrawings;
export const glyphShapes = Object.keys(shapeDrawings) as GlyphShape[];
/** Markup of a shape in a box of 16 units, for drawings that are not React pages, such as a map. */
export const glyphMarkupOf = (shape: GlyphShape): ReactElement => shapeDrawings[shape];

/** Shape as a decoration beside a word; where no word stands, `label` names it for screen readers. */
export function Glyph({
  shape,
  color,
  size = 16,
  label,
}: {
  shape: GlyphShape;
  color?: string;
  size?: number;
  label?: string;
}) {
  const named = label === undefined ? { "aria-hidden": true as const } : { role: "img", "aria-label": label };
  return (
    <svg
      width={size}
      height={size}
      viewBox="0 0 16 16"
      style={{ color, flex: "none" }}
      strokeLinecap="round"
      strokeLinejoin="round"
      {...named}
    >
      {shapeDrawings[shape]}
    </svg>
  );
}
