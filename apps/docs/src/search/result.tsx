import type { SearchHit } from "./find";
import { HighlightedText } from "./highlighted-text";
import styles from "./result.module.css";

/** A hit, in the dialog and on the page of results. */
export function SearchResultItem({ hit }: { readonly hit: SearchHit }) {
  const { kind, title, label, part, text, found } = hit;
  const isName = kind === "error" || kind === "field";
  return (
    <>
      <span className={styles.label} data-label={label}>
        {label === "" ? <PageIcon /> : label}
      </span>
      <span className={styles.words}>
        <span className={isName ? styles.name : styles.title}>
          <HighlightedText text={title} found={found} />
        </span>
        <span className={styles.text}>
          <HighlightedText text={text} found={found} />
        </span>
      </span>
      <span className={kind === "operation" || kind === "field" ? styles.id : styles.part}>{part}</span>
    </>
  );
}

const PageIcon = () => (
  <svg
    width="16"
    height="16"
    viewBox="0 0 16 16"
    fill="none"
    stroke="currentColor"
    strokeWidth="1.5"
    aria-hidden="true"
  >
    <path d="M3.500 12.500v-9a2 2 0 0 1 2-2h7v10h-7a1.500 1.500 0 0 0 0 3h7" />
  </svg>
);
