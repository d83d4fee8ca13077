import { Modal } from "@mantine/core";
import { Glyph } from "@leitstand/ui/glyph";
import { KeyboardKey, RefreshingBar } from "@leitstand/ui/states";
import { IconCommand, IconRoute, IconTruck, IconUser } from "@tabler/icons-react";
import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from "react";
import { useTranslations } from "use-intl";
import { useFaultText } from "#shared/api/faults.ts";
import { useReturnFocus } from "#shared/screen/return-focus.ts";
import { useLanguage } from "#shared/text/i18n.tsx";
import { preferencesStore } from "#shared/state/preferences.ts";
import { useStore } from "@leitstand/app/store";
import { type PaletteCommandContext, runPaletteCommand } from "./commands.ts";
import { paletteTargetKey, type PaletteGroup, type PaletteItem, rememberPaletteItem } from "./palette-item.ts";
import styles from "./palette.module.css";
import type { PaletteProps } from "./palette-props.ts";
import { usePaletteResults } from "./use-palette.ts";
import { useOpenTourOfUser } from "./user-target.ts";

export function PaletteDialog({ onClose, ...actions }: Omit<PaletteProps, "isOpen">) {
  const t = useTranslations("palette");
  useReturnFocus();
  const list = useId();
  const [typed, setTyped] = useState("");
  const [index, setIndex] = useState(0);
  const context = { ...actions, preferences: useStore(preferencesStore), language: useLanguage() };
  const { groups, isSearching, error } = usePaletteResults(typed, context);
  const { leave, run } = useRunItem({ onClose, onView: actions.onView, context });
  const items = groups.flatMap((group) => group.items);
  const at = Math.min(index, items.length - 1);
  const press = (event: KeyboardEvent) => {
    const wanted = indexAfterKey(event.key, at, items.length);
    if (wanted === undefined && event.key !== "Enter") return;
    event.preventDefault();
    if (wanted === undefined) return run(items[at]);
    setIndex(wanted);
    document.getElementById(`${list}-${wanted}`)?.scrollIntoView({ block: "nearest" });
  };
  return (
    // Escape is handled by the board: it closes one layer at a time.
    <Modal.Root
      opened
      onClose={leave}
      closeOnEscape={false}
      returnFocus={false}
      size={600}
      yOffset={80}
      padding={0}
      classNames={{ content: styles["content"] ?? "" }}
    >
      <Modal.Overlay blur={0} backgroundOpacity={0.3} />
      <Modal.Content aria-label={t("title")} radius={8}>
        <PaletteSearchField
          typed={typed}
          onTyped={(text) => {
            setTyped(text);
            setIndex(0);
          }}
          onKeyDown={press}
          list={list}
          at={at}
        />
        <div className={styles["results"]}>
          <RefreshingBar active={isSearching} />
          <div id={list} role="listbox" aria-label={t("results")} className={styles["list"]}>
            {groups.map((one) => (
              <ItemGroup key={one.name} group={one} list={list} all={items} at={at} onRun={run} onHover={setIndex} />
            ))}
          </div>
          <ResultsMessage isEmpty={items.length === 0 && !isSearching} count={items.length} error={error} />
        </div>
      </Modal.Content>
    </Modal.Root>
  );
}

interface RunItemOptions extends Pick<PaletteProps, "onClose" | "onView"> {
  readonly context: PaletteCommandContext;
}

/** Returns the function that closes the palette and runs the chosen item. */
function useRunItem({ onClose, onView, context }: RunItemOptions) {
  const showUser = useOpenTourOfUser(onView);
  // Element that had the focus before: it gets the focus back, unless the command moves it.
  const opener = useRef(document.activeElement);
  const leave = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const run = (item: PaletteItem | undefined) => {
    if (!item) return;
    rememberPaletteItem(item);
    leave();
    const { kind, id } = item.target;
    // Runs once the palette is gone: elements that it covered can take the focus then.
    requestAnimationFrame(() => {
      if (kind === "command") runPaletteCommand(id, context);
      else if (kind === "user") showUser(id, item.label);
      else onView({ case: undefined, tour: undefined, vehicle: undefined, [kind]: id });
    });
  };
  return { leave, run };
}

interface SearchFieldProps {
  readonly typed: string;
  readonly onTyped: (text: string) => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  readonly list: string;
  /** Index of the active option; -1 when there is none. */
  readonly at: number;
}

function PaletteSearchField({ typed, onTyped, onKeyDown, list, at }: SearchFieldProps) {
  const t = useTranslations("palette");
  return (
    <input
      data-autofocus
      className={styles["input"]}
      role="combobox"
      aria-expanded={at >= 0}
      aria-controls={list}
      aria-autocomplete="list"
      aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
      aria-label={t("title")}
      placeholder={t("placeholder")}
      maxLength={200}
      autoComplete="off"
      spellCheck={false}
      value={typed}
      onChange={(event) => onTyped(event.target.value)}
      onKeyDown={onKeyDown}
    />
  );
}

function indexAfterKey(key: string, at: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === "ArrowDown") return (at + 1) % count;
  if (key === "ArrowUp") return (at - 1 + count) % count;
  if (key === "PageDown") return Math.min(count - 1, at + 8);
  if (key === "PageUp") return Math.max(0, at - 8);
  return undefined;
}

interface GroupProps {
  readonly group: PaletteGroup;
  readonly list: string;
  readonly all: readonly PaletteItem[];
  readonly at: number;
  readonly onRun: (item: PaletteItem) => void;
  readonly onHover: (index: number) => void;
}

function ItemGroup({ group, list, all, at, onRun, onHover }: GroupProps) {
  const t = useTranslations("palette");
  const states = useTranslations("states");
  const name = `${list}-${group.name}`;
  return (
    <div role="group" aria-labelledby={name}>
      <div id={name} role="presentation" className={styles["group"]}>
        {t(`group_${group.name}`)}
      </div>
      {group.items.map((item) => {
        const index = all.indexOf(item);
        return (
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events -- the keys stay in the field above
          <div
            key={paletteTargetKey(item.target)}
            id={`${list}-${index}`}
            role="option"
            tabIndex={-1}
            aria-selected={index === at}
            className={styles["item"]}
            onClick={() => onRun(item)}
            onPointerMove={() => index !== at && onHover(index)}
          >
            <span className={styles["icon"]}>
              {item.look ? (
                <Glyph shape={item.look.shape} color={item.look.color} label={states(item.look.word as "open")} />
              ) : (
                targetIcons[item.target.kind]
              )}
            </span>
            <span className={styles["label"]}>{item.label}</span>
            {item.hint !== undefined && <span className={styles["hint"]}>{item.hint}</span>}
            {item.keys && (
              <span className={styles["keys"]}>
                {item.keys.map((key) => (
                  <KeyboardKey key={key}>{key}</KeyboardKey>
                ))}
              </span>
            )}
          </div>
        );
      })}
    </div>
  );
}

const targetIcons: Readonly<Record<PaletteItem["target"]["kind"], ReactNode>> = {
  command: <IconCommand size={16} stroke={1.7} aria-hidden />,
  vehicle: <IconTruck size={16} stroke={1.7} aria-hidden />,
  tour: <IconRoute size={16} stroke={1.7} aria-hidden />,
  user: <IconUser size={16} stroke={1.7} aria-hidden />,
  case: null,
};

/** Message about the results as a whole: loading, none, a count or a fault. */
function ResultsMessage({ isEmpty, count, error }: { isEmpty: boolean; count: number; error: unknown }) {
  const t = useTranslations("palette");
  const textOf = useFaultText();
  return (
    <>
      {error !== null && (
        <p className={styles["note"]} role="alert">
          {t("cases_failed", { reason: textOf(error).message })}
        </p>
      )}
      {isEmpty && error === null && <p className={styles["note"]}>{t("nothing")}</p>}
      <span className="visually-hidden" role="status">
        {t("count", { count })}
      </span>
    </>
  );
}
