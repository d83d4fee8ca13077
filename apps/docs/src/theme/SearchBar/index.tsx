import { useEffect, useState } from "react";
import { loadSearch } from "../../search/load-search";
import { SearchDialog } from "../../search/search-dialog";
import { SearchIcon } from "../../search/search-icon";
import styles from "./styles.module.css";

/**
 * Search field of the navbar; the search itself is loaded when the pointer or focus comes near, and opens in a dialog.
 */
export default function SearchBar() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !isSearchShortcut(event)) return;
      event.preventDefault();
      setIsOpen(true);
    };
    document.addEventListener("keydown", onKeyDown);
    return () => document.removeEventListener("keydown", onKeyDown);
  }, []);
  // The dialog shows the failure.
  const prepare = () => void loadSearch().catch(() => undefined);
  return (
    <>
      <button
        type="button"
        className={styles.field}
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K /"
        onFocus={prepare}
        onMouseEnter={prepare}
        onClick={() => setIsOpen(true)}
      >
        <SearchIcon />
        <span className={styles.word}>Search</span>
        <kbd aria-hidden="true">Ctrl K</kbd>
      </button>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}

/** Whether a key opens the search; a stroke within a text field is a character. */
function isSearchShortcut({ key, ctrlKey, metaKey, target }: KeyboardEvent): boolean {
  if (key.toLowerCase() === "k") return ctrlKey || metaKey;
  const isWriting = target instanceof HTMLElement && target.matches("input, textarea, select, [contenteditable]");
  return key === "/" && !ctrlKey && !metaKey && !isWriting;
}
