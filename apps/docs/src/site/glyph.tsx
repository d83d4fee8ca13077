/** Icons drawn by lines in a square of 16, in the colour of the text beside them. */
const glyphPaths = {
  check: "m3 8.5 3.5 3.5L13 4.5",
  clock: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 4.75V8l2.25 1.5",
  down: "m4 6.25 4 4 4-4",
  right: "M3 8h10M9 4l4 4-4 4",
  markdown: "M2 4.5h12v7H2zM4 9.5v-3l1.5 1.75L7 6.5v3M11 6.5v3M9.75 8.25 11 9.5l1.25-1.25",
  info: "M8 2a6 6 0 1 0 0 12A6 6 0 0 0 8 2ZM8 7.25V11M8 5v.25",
  copy: "M5.5 5.5h8v8h-8zM3 10.5h-.5v-8h8V3",
  pause: "M5.5 4v8M10.5 4v8",
  play: "m5 3.5 7 4.5-7 4.5z",
  inbox: "M2.5 9.5 4 3.5h8l1.5 6v3h-11zM2.5 9.5H6l.75 1.5h2.5L10 9.5h3.5",
  phone: "M5 2h6v12H5zM7.25 11.75h1.5",
  pin: "M8 14s4.5-4.25 4.5-7.5a4.5 4.5 0 0 0-9 0C3.5 9.75 8 14 8 14ZM8 5a1.5 1.5 0 1 0 0 3 1.5 1.5 0 0 0 0-3Z",
  book: "M3.5 3.5A1.5 1.5 0 0 1 5 2h7.5v9H5a1.5 1.5 0 0 0 0 3h7.5V11M3.5 12.5v-9",
  warning: "M8 2.5 14 13H2ZM8 6.5v3M8 11.25v.25",
  code: "m5 5-3 3 3 3M11 5l3 3-3 3M9 4 7 12",
} as const;
export type GlyphName = keyof typeof glyphPaths;

export const Glyph = ({ name, size = 16 }: { readonly name: GlyphName; readonly size?: number }) => (
  <svg
    width={size}
    height={size}
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    strokeLinecap="round"
    strokeLinejoin="round"
    aria-hidden="true"
  >
    <path d={glyphPaths[name]} />
  </svg>
);
