/** Drawings of signs that the product's fonts lack: each machine would take another font for them. */
const signDrawings = {
  shift: <path d="M8 2.200 13.800 8.400h-3.200v5h-5.200v-5H2.200z" />,
  enter: <path d="M13 3.500v5.300H3M6.400 5.400 3 8.800l3.400 3.400" />,
  to: <path d="M2 8h11.500M9.700 4.200 13.500 8l-3.800 3.800" />,
} as const;

/** Sign in a line of text, as high as its letters; screen readers read `label` instead. */
export const InlineTextIcon = ({ of, label }: { of: keyof typeof signDrawings; label: string }) => (
  <svg
    role="img"
    aria-label={label}
    width="1em"
    height="1em"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.500"
    strokeLinecap="round"
    strokeLinejoin="round"
    style={{ verticalAlign: "-0.140em" }}
  >
    {signDrawings[of]}
  </svg>
);

/** Shows two places as from – to, or the one of them that is known. */
export function PlacesFromTo({ from, to }: { from: string | null | undefined; to: string | null | undefined }) {
  if (!from || !to) return from || to || null;
  return (
    <>
      {from} <InlineTextIcon of="to" label="–" /> {to}
    </>
  );
}
