import { TextInput, type TextInputProps } from "@mantine/core";
import { type KeyboardEvent, type ReactNode, useId, useState } from "react";
import styles from "./suggest-box.module.css";

interface SuggestBoxProps<T> extends Omit<TextInputProps, "value" | "onChange" | "onSelect"> {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly suggestions: readonly T[];
  readonly keyOf: (suggestion: T) => string;
  readonly show: (suggestion: T) => ReactNode;
  readonly onPick: (suggestion: T) => void;
  /** Called for Enter while no suggestion is chosen. */
  readonly onEnter?: () => void;
  /** Text below the list of suggestions. */
  readonly foot?: string;
}

/**
 * Input of one line with a list under it (ARIA combobox): arrow keys move, Enter chooses, Escape closes only the list.
 */
export function SuggestBox<T>(props: SuggestBoxProps<T>) {
  const { text, onText, suggestions, keyOf, show, onPick, onEnter, foot, ...input } = props;
  const listId = useId();
  const { isShown, index, ...list } = useSuggestionList({ suggestions, onPick, onEnter });
  return (
    <div className={styles["suggest"]}>
      <TextInput
        {...input}
        role="combobox"
        aria-expanded={isShown}
        aria-controls={isShown ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isShown && index >= 0 ? `${listId}.${index}` : undefined}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          onText(event.currentTarget.value);
          list.open(event.currentTarget.value !== "");
        }}
        onKeyDown={list.press}
        onBlur={(event) => {
          list.close();
          input.onBlur?.(event);
        }}
      />
      {isShown && (
        <div className={styles["popup"]}>
          <div
            id={listId}
            role="listbox"
            tabIndex={-1}
            aria-label={input["aria-label"] ?? (typeof input.label === "string" ? input.label : undefined)}
            className={styles["list"]}
          >
            {suggestions.map((suggestion, at) => (
              <div
                key={keyOf(suggestion)}
                id={`${listId}.${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === index}
                onPointerMove={() => list.point(at)}
                onPointerDown={(event) => {
                  // Keeps the focus in the input when the list is clicked.
                  event.preventDefault();
                  list.pick(suggestion);
                }}
              >
                {show(suggestion)}
              </div>
            ))}
          </div>
          {foot && <small className={styles["foot"]}>{foot}</small>}
        </div>
      )}
    </div>
  );
}

type ListProps<T> = Pick<SuggestBoxProps<T>, "suggestions" | "onPick" | "onEnter">;

function useSuggestionList<T>({ suggestions, onPick, onEnter }: ListProps<T>) {
  const [isOpen, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const isShown = isOpen && suggestions.length > 0;
  const index = Math.min(active, suggestions.length - 1);
  const pick = (suggestion: T) => {
    setOpen(false);
    onPick(suggestion);
  };
  const step = (by: number) => {
    if (isShown) setActive((index + by + suggestions.length) % suggestions.length);
    else {
      setActive(0);
      setOpen(true);
    }
  };
  const press = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const chosen = isShown ? suggestions[index] : undefined;
    const acts: Readonly<Record<string, (() => void) | undefined>> = {
      ArrowDown: () => step(1),
      ArrowUp: () => step(-1),
      Enter: chosen === undefined ? onEnter : () => pick(chosen),
      Escape: isShown ? () => setOpen(false) : undefined,
    };
    const act = acts[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const open = (isWanted: boolean) => {
    setActive(0);
    setOpen(isWanted);
  };
  return { isShown, index, press, pick, open, close: () => setOpen(false), point: setActive };
}
