import type { KeyboardEvent } from "react";
import { useFormatter, useTranslations } from "use-intl";
import type { Tab } from "./queue-filter.ts";
import styles from "./queue.module.css";
import { tabs } from "./list/use-queue.ts";

/**
 * Largest number that a tab shows: four tabs have room for three digits each; the head of the queue shows the whole
 * number.
 */
const COUNTED_MAX = 999;

interface QueueTabsProps {
  readonly tab: Tab;
  readonly counts: Partial<Record<Tab, number | undefined>>;
  readonly onTab: (tab: Tab) => void;
  /** Id of the panel that the tabs switch. */
  readonly panel: string;
}

export function QueueTabs({ tab, counts, onTab, panel }: QueueTabsProps) {
  const t = useTranslations("queue");
  const format = useFormatter();
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = tabs[(tabs.indexOf(tab) + step + tabs.length) % tabs.length] as Tab;
    onTab(next);
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className={styles["tabs"]} role="tablist" aria-label={t("tabs")}>
      {tabs.map((name) => {
        const count = counts[name];
        return (
          <button
            key={name}
            type="button"
            role="tab"
            data-tab={name}
            id={`${panel}-${name}`}
            aria-controls={panel}
            aria-selected={name === tab}
            tabIndex={name === tab ? 0 : -1}
            onClick={() => onTab(name)}
            onKeyDown={press}
          >
            {t(`tab_${name}`)}
            {count !== undefined && (
              <span title={format.number(count)}>{count > COUNTED_MAX ? `${COUNTED_MAX}+` : format.number(count)}</span>
            )}
          </button>
        );
      })}
    </div>
  );
}
