interface ArrowHeadProps {
  /** Id that lines name in `markerEnd`. */
  readonly id: string;
  readonly className: string | undefined;
}

/** Arrow head of a line; as large on thick lines as on thin ones. */
export const ArrowHead = ({ id, className }: ArrowHeadProps) => (
  <marker
    id={id}
    viewBox="0 0 8 8"
    refX="7.5"
    refY="4"
    markerWidth="8.5"
    markerHeight="8.5"
    markerUnits="userSpaceOnUse"
    orient="auto"
  >
    <path d="M0 0 8 4 0 8z" className={className} />
  </marker>
);
