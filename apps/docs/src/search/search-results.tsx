import Link from "@docusaurus/Link";
import { type HitGroup, type HitGroupName, hitGroupNames } from "./groups";
import { SearchResultItem } from "./result";
import type { SearchState } from "./use-search";
import styles from "./search-dialog.module.css";

interface ResultsProps {
  readonly query: string;
  readonly search: SearchState;
  readonly groups: readonly HitGroup[];
  readonly shown: readonly HitGroup[];
  readonly chosen: HitGroupName | undefined;
  /** Index of the result that Enter opens. */
  readonly active: number;
  readonly idOf: (at: number) => string;
  readonly onChoose: (group: HitGroupName | undefined) => void;
  readonly onAsk: (query: string) => void;
  readonly onOpen: () => void;
}

/** Content of the dialog below the field. */
export function SearchResults(props: ResultsProps) {
  const { query, search, shown } = props;
  const hasAsked = query.trim() !== "";
  return (
    <>
      {search.hits.length > 0 && <HitGroups {...props} />}
      <div className={styles.list} id="search-options" role="listbox" aria-label="Results">
        {shown.map((group, at) => (
          <HitOptions key={group.name} {...props} group={group} from={countHitsBefore(shown, at)} />
        ))}
      </div>
      {search.hits.length === 0 && (
        <div className={styles.message} role="status">
          {search.hasFailed ? (
            <p>
              The search could not be loaded.{" "}
              <button type="button" className={styles.word} onClick={search.retry}>
                Retry
              </button>
            </p>
          ) : hasAsked && search.isLoading ? (
            <p>Loading ...</p>
          ) : hasAsked ? (
            <NearestSuggestions query={query} words={search.nearest} onAsk={props.onAsk} />
          ) : (
            <p>Write what you look for: a word, an operation, a path, an error code.</p>
          )}
        </div>
      )}
    </>
  );
}

const countHitsBefore = (groups: readonly HitGroup[], at: number) =>
  groups.slice(0, at).reduce((sum, { hits }) => sum + hits.length, 0);

function HitGroups({ search, groups, chosen, onChoose }: ResultsProps) {
  const countOf = (name: HitGroupName) => groups.find((group) => group.name === name)?.hits.length ?? 0;
  return (
    <div className={styles.groups}>
      <div role="group" aria-label="Kind of results">
        <button type="button" aria-pressed={chosen === undefined} onClick={() => onChoose(undefined)}>
          All <span>{search.hits.length}</span>
        </button>
        {hitGroupNames
          .filter((name) => countOf(name) > 0)
          .map((name) => (
            <button key={name} type="button" aria-pressed={chosen === name} onClick={() => onChoose(name)}>
              {name} <span>{countOf(name)}</span>
            </button>
          ))}
      </div>
      {search.also.length > 0 && <span className={styles.also}>also: {search.also.join(", ")}</span>}
    </div>
  );
}

function HitOptions({
  group,
  from,
  active,
  idOf,
  onOpen,
}: ResultsProps & { readonly group: HitGroup; readonly from: number }) {
  return (
    <div role="group" aria-labelledby={`search-group-${group.name}`}>
      <div className={styles.group} id={`search-group-${group.name}`}>
        {group.name}
      </div>
      {group.hits.map((hit, at) => (
        <Link
          key={hit.to + hit.title}
          id={idOf(from + at)}
          to={hit.to}
          role="option"
          aria-selected={from + at === active}
          tabIndex={-1}
          className={styles.option}
          onClick={onOpen}
        >
          <SearchResultItem hit={hit} />
        </Link>
      ))}
    </div>
  );
}

interface NearestProps {
  readonly query: string;
  readonly words: readonly string[];
  readonly onAsk: (query: string) => void;
}

export function NearestSuggestions({ query, words, onAsk }: NearestProps) {
  return (
    <p>
      Nothing is found for <strong>{query.trim()}</strong>. The nearest words:{" "}
      {words.map((word) => (
        <button key={word} type="button" className={styles.word} onClick={() => onAsk(word)}>
          {word}
        </button>
      ))}
    </p>
  );
}
