import { IconButton } from "@leitstand/ui/icon-button";
import { KeyboardKey } from "@leitstand/ui/states";
import { IconPlus, IconSearch, IconX } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef, useState } from "react";
import { useFormatter, useTranslations } from "use-intl";
import { useHasGrant } from "#shared/api/me.ts";
import styles from "./queue.module.css";

interface QueueHeadProps {
  readonly total: number | undefined;
  readonly filter: ReactNode;
  readonly onNew: () => void;
}

export function QueueHead({ total, filter, onNew }: QueueHeadProps) {
  const t = useTranslations("queue");
  const format = useFormatter();
  const may = useHasGrant();
  return (
    <header className={styles["head"]}>
      <h2 className={styles["title"]}>{t("title")}</h2>
      {total !== undefined && <span className={styles["total"]}>{format.number(total)}</span>}
      <span className={styles["gap"]} />
      {filter}
      {may("createCase") && (
        <button type="button" className={styles["new"]} onClick={onNew}>
          <IconPlus size={15} stroke={2} aria-hidden />
          {t("new")}
          <KeyboardKey>C</KeyboardKey>
        </button>
      )}
    </header>
  );
}

interface QueueSearchProps {
  readonly text: string | undefined;
  readonly onText: (text: string | undefined) => void;
  readonly onLeave: () => void;
  readonly ref: RefObject<HTMLInputElement | null>;
}
/** Pause after typing in milliseconds: long enough for a word, short enough to seem immediate. */
const TYPING_PAUSE_MS = 250;

/** Search text: the typed text is sent after a pause, and a change of the address replaces it. */
function useTypedSearch({ text, onText }: Pick<QueueSearchProps, "text" | "onText">) {
  const [typed, setTyped] = useState(text ?? "");
  const sent = useRef(text);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address changed by itself: the user went back, or cleared the search.
  if (sent.current !== text) {
    sent.current = text;
    clearTimeout(timer.current);
    setTyped(text ?? "");
  }
  const send = (value: string) => {
    const wanted = value.trim() === "" ? undefined : value.trim();
    if (wanted === sent.current) return;
    sent.current = wanted;
    onText(wanted);
  };
  const type = (value: string) => {
    setTyped(value);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => send(value), TYPING_PAUSE_MS);
  };
  const clear = () => {
    clearTimeout(timer.current);
    setTyped("");
    send("");
  };
  return { typed, type, clear };
}

export function QueueSearch({ text, onText, onLeave, ref }: QueueSearchProps) {
  const t = useTranslations("queue");
  const { typed, type, clear } = useTypedSearch({ text, onText });
  const press = (event: KeyboardEvent) => {
    if (event.key === "Escape") {
      event.preventDefault();
      if (typed === "") onLeave();
      else clear();
    } else if (event.key === "ArrowDown" || event.key === "Enter") {
      event.preventDefault();
      onLeave();
    }
  };
  return (
    <div className={styles["search"]} role="search">
      <IconSearch size={15} stroke={1.8} aria-hidden />
      <input
        ref={ref}
        type="text"
        aria-label={t("search_label")}
        placeholder={t("search")}
        maxLength={200}
        autoComplete="off"
        spellCheck={false}
        value={typed}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
      />
      {typed === "" ? (
        <KeyboardKey>/</KeyboardKey>
      ) : (
        <IconButton label={t("search_clear")} size={18} onClick={clear}>
          <IconX size={14} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
