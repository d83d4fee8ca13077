export const SearchIcon = () => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.75"
    aria-hidden="true"
  >
    <circle cx="6.75" cy="6.75" r="4.750" />
    <path d="m10.500 10.500 4 4" />
  </svg>
);
