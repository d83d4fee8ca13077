/** Arrow that marks an external link, smaller than the text before it. */
export default function IconExternalLink() {
  return (
    <svg
      width="9"
      height="9"
      viewBox="0 0 9 9"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      role="img"
      aria-label="(opens in new tab)"
      style={{ marginLeft: 6, color: "var(--tx-3)" }}
    >
      <path d="M1 8 8 1M2.5 1H8v5.5" />
    </svg>
  );
}
