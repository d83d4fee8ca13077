import Link from "@docusaurus/Link";
import { useHistory } from "@docusaurus/router";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { type HitGroupName, hitGroupNames, groupHits, limitShownHits } from "./groups";
import { SearchField } from "./search-field";
import { SearchResults } from "./search-results";
import { useSearch } from "./use-search";
import styles from "./search-dialog.module.css";

const optionElementId = (at: number) => `search-option-${at}`;

/** Dialog that finds guides, operations and errors while typing. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const history = useHistory();
  const questions = useSearchQuery();
  const { query, search, options, active } = questions;
  const close = () => dialog.current?.close();
  useEffect(() => dialog.current?.showModal(), []);
  useEffect(() => {
    document.getElementById(optionElementId(active))?.scrollIntoView({ block: "nearest" });
  }, [active]);

  const onKeyDown = (event: KeyboardEvent) => {
    const to = options[active]?.to;
    if (event.key === "Enter" && to !== undefined) {
      close();
      history.push(to);
    } else if (!questions.move(event)) return;
    event.preventDefault();
  };
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Escape closes it; a click beside it does as well
    <dialog
      ref={dialog}
      className={styles.dialog}
      aria-label="Search"
      onClose={onClose}
      onClick={({ target }) => target === dialog.current && close()}
    >
      <SearchField
        query={query}
        activeId={options.length > 0 ? optionElementId(active) : undefined}
        onAsk={questions.ask}
        onKeyDown={onKeyDown}
        onClose={close}
      />
      <SearchResults
        {...questions}
        idOf={optionElementId}
        onChoose={questions.choose}
        onAsk={questions.ask}
        onOpen={close}
      />
      <div className={styles.foot}>
        <span className={styles.keys}>
          <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>↵</kbd> open <kbd>Tab</kbd> next group
        </span>
        {search.hits.length > 0 && (
          <Link to={`/search?q=${encodeURIComponent(query)}`} onClick={close}>
            Show all {search.hits.length} results
          </Link>
        )}
      </div>
    </dialog>
  );
}

/** Query, its results, and the active one. */
function useSearchQuery() {
  const [query, setQuery] = useState("");
  const [chosen, setChosen] = useState<HitGroupName>();
  const [active, setActive] = useState(0);
  const search = useSearch(query);
  const groups = groupHits(search.hits);
  const shown = limitShownHits(groups, chosen);
  const options = shown.flatMap(({ hits }) => hits);
  const choose = (name: HitGroupName | undefined) => {
    setChosen(name);
    setActive(0);
  };
  const ask = (wanted: string) => {
    setQuery(wanted);
    choose(undefined);
  };
  /** Moves within the results, and returns true when the key did so; Tab after the last group leaves them. */
  const move = ({ key, shiftKey }: KeyboardEvent): boolean => {
    const tabs = [undefined, ...hitGroupNames.filter((name) => groups.some((group) => group.name === name))];
    const next = tabs.indexOf(chosen) + (shiftKey ? -1 : 1);
    if (key === "ArrowDown") setActive(Math.max(Math.min(active + 1, options.length - 1), 0));
    else if (key === "ArrowUp") setActive(Math.max(active - 1, 0));
    else if (key === "Tab" && options.length > 0 && next >= 0 && next < tabs.length) choose(tabs[next]);
    else return false;
    return true;
  };
  return { query, search, groups, shown, options, chosen, active, ask, choose, move };
}
