import type { KeyboardEvent } from "react";
import { useFormatter, useTranslations } from "use-intl";
import type { QueueTab } from "./queue-filter.ts";
import styles from "./queue.module.css";
import { queueTabs } from "./list/use-queue.ts";

/**
 * Largest number that a tab shows: four tabs have room for three digits each; the head of the queue shows the whole
 * number.
 */
const TAB_COUNT_MAX = 999;

interface QueueTabsProps {
  readonly tab: QueueTab;
  readonly counts: Partial<Record<QueueTab, number | undefined>>;
  readonly onTab: (tab: QueueTab) => void;
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
    const next = queueTabs[(queueTabs.indexOf(tab) + step + queueTabs.length) % queueTabs.length] as QueueTab;
    onTab(next);
    event.currentTarget.parentElement?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <div className={styles["tabs"]} role="tablist" aria-label={t("tabs")}>
      {queueTabs.map((name) => {
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
              <span title={format.number(count)}>
                {count > TAB_COUNT_MAX ? `${TAB_COUNT_MAX}+` : format.number(count)}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}
