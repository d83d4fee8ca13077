import Link from "@docusaurus/Link";
import { useEffect, useId, useRef, useState } from "react";
import { prefetchReferenceFragment } from "./fragments";
import { operationMenuEntryOf, searchOperationMenu, type OperationMenuEntry, operationMenuGroups } from "./menu";

/** Menu of the reference: tags, the operations of the open one, and a field that filters by title, path and name. */
export function OperationMenu({ current }: { current: string }) {
  const [wanted, setWanted] = useState("");
  // On a phone choosing an entry closes the menu, because the menu is open for one page only.
  const [openAt, setOpenAt] = useState<string | undefined>();
  const isOpen = openAt === current;
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    // Scrolls the current entry into view.
    list.current?.querySelector("[aria-current]")?.scrollIntoView({ block: "nearest" });
  }, [current]);
  return (
    <aside className="ref-menu" data-open={isOpen}>
      <button
        type="button"
        className="ref-menu-toggle"
        aria-expanded={isOpen}
        onClick={() => setOpenAt(isOpen ? undefined : current)}
      >
        All operations
      </button>
      <div className="ref-menu-content">
        <OperationFinder wanted={wanted} onChange={setWanted} />
        <nav ref={list} aria-label="Operations">
          {wanted.trim() === "" ? (
            <TagGroups current={current} />
          ) : (
            <FoundOperations wanted={wanted} current={current} />
          )}
        </nav>
      </div>
    </aside>
  );
}

function OperationFinder({ wanted, onChange }: { wanted: string; onChange: (wanted: string) => void }) {
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping =
        event.target instanceof Element && event.target.closest("input, textarea, select, [contenteditable]");
      if (event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || isTyping) return;
      event.preventDefault();
      // Within the reference the slash key finds operations, elsewhere it opens the search of the site.
      event.stopPropagation();
      field.current?.focus();
    };
    document.addEventListener("keydown", focus, { capture: true });
    return () => document.removeEventListener("keydown", focus, { capture: true });
  }, []);
  return (
    <div className="ref-finder">
      <label htmlFor={id} className="ref-unseen">
        Find an operation
      </label>
      <input
        id={id}
        ref={field}
        type="search"
        value={wanted}
        placeholder="Find an operation"
        autoComplete="off"
        onChange={({ target }) => onChange(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onChange("")}
      />
      <kbd aria-hidden="true">/</kbd>
    </div>
  );
}

function FoundOperations({ wanted, current }: { wanted: string; current: string }) {
  const found = searchOperationMenu(wanted);
  return (
    <>
      <output className="ref-count">
        {found.length} of {operationMenuGroups.reduce((sum, { operations }) => sum + operations.length, 0)}
      </output>
      <MenuEntries entries={found} current={current} />
    </>
  );
}

function TagGroups({ current }: { current: string }) {
  const [opened, setOpened] = useState<string | undefined>();
  const open = opened ?? operationMenuEntryOf(current)?.tag;
  return (
    <>
      <ul className="ref-places">
        <li>
          <Link to="/openapi/" aria-current={current === "" ? "page" : undefined}>
            Overview
          </Link>
        </li>
        <li>
          <Link to="/docs/api/authentication">Authentication</Link>
        </li>
        <li>
          <Link to="/docs/api/errors">Errors</Link>
        </li>
      </ul>
      <ul className="ref-tags">
        {operationMenuGroups.map(({ tag, operations }) => (
          <li key={tag}>
            <button type="button" aria-expanded={tag === open} onClick={() => setOpened(tag === open ? "" : tag)}>
              <span>{tag}</span> <span className="ref-count">{operations.length}</span>
            </button>
            {tag === open && <MenuEntries entries={operations} current={current} />}
          </li>
        ))}
      </ul>
    </>
  );
}

const MenuEntries = ({ entries, current }: { entries: readonly OperationMenuEntry[]; current: string }) => (
  <ul className="ref-entries">
    {entries.map(({ id, method, title }) => (
      <li key={id}>
        <Link
          to={`/openapi/${id}`}
          aria-current={id === current ? "page" : undefined}
          onPointerEnter={() => prefetchReferenceFragment(id)}
          onFocus={() => prefetchReferenceFragment(id)}
        >
          <span>{title}</span> <span className={`ref-method ref-method-${method.toLowerCase()}`}>{method}</span>
        </Link>
      </li>
    ))}
  </ul>
);
