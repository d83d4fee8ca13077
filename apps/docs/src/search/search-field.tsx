import type { KeyboardEvent } from "react";
import { SearchIcon } from "./search-icon";
import styles from "./search-dialog.module.css";

interface FieldProps {
  readonly query: string;
  /** Id of the result that Enter opens. */
  readonly activeId: string | undefined;
  readonly onAsk: (query: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly onClose: () => void;
}

/** Field for the query; the results below are its list. */
export function SearchField({ query, activeId, onAsk, onKeyDown, onClose }: FieldProps) {
  return (
    <div className={styles.head}>
      <SearchIcon />
      <input
        className={styles.input}
        type="text"
        role="combobox"
        aria-label="Search guides, operations and errors"
        aria-autocomplete="list"
        aria-expanded={activeId !== undefined}
        aria-controls="search-options"
        aria-activedescendant={activeId}
        autoComplete="off"
        spellCheck={false}
        value={query}
        onChange={({ target }) => onAsk(target.value)}
        onKeyDown={onKeyDown}
      />
      <button type="button" className={styles.close} onClick={onClose}>
        <kbd>Esc</kbd>
        <span className={styles.hidden}>Close</span>
      </button>
    </div>
  );
}
