import { IconButton } from "@leitstand/ui/icon-button";
import { IconFilter, IconX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useQueueFilterTexts } from "../filter-texts.ts";
import { addQueueFilter, type QueueFilter, removeQueueFilter } from "../queue-filter.ts";
import styles from "../queue.module.css";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const FilterMenu = lazyComponent(async () => (await import("../filter-menu.tsx")).QueueFilterMenu);

interface FilterProps {
  readonly filters: readonly QueueFilter[];
  readonly onFilters: (filters: readonly QueueFilter[]) => void;
}

/** Button that opens the filters; their code is loaded when they are opened. */
export function QueueFilterButton({ filters, onFilters }: FilterProps) {
  const t = useTranslations("queue");
  const [isAsked, setAsked] = useState(false);
  const button = (
    <IconButton label={t("filter")} size={30} onClick={() => setAsked(true)}>
      <IconFilter size={17} stroke={1.7} aria-hidden />
    </IconButton>
  );
  if (!isAsked) return button;
  return (
    <Suspense fallback={button}>
      <FilterMenu
        filters={filters}
        onAdd={(filter) => onFilters(addQueueFilter(filters, filter))}
        onRemove={(filter) => onFilters(removeQueueFilter(filters, filter))}
      />
    </Suspense>
  );
}

export function QueueFilterChips({ filters, onFilters }: FilterProps) {
  const t = useTranslations("queue");
  const { labelOf } = useQueueFilterTexts(filters.length > 0);
  if (filters.length === 0) return null;
  return (
    <ul className={styles["filters"]} aria-label={t("filters")}>
      {filters.map((filter) => {
        const label = labelOf(filter);
        return (
          <li key={`${filter.name}:${filter.value}`} className={styles["filter"]}>
            <span>{label}</span>
            <IconButton
              label={t("filter_remove", { filter: label })}
              size={20}
              onClick={() => onFilters(removeQueueFilter(filters, filter))}
            >
              <IconX size={12} stroke={2} aria-hidden />
            </IconButton>
          </li>
        );
      })}
      <li>
        <button type="button" className="link-button" onClick={() => onFilters([])}>
          {t("reset")}
        </button>
      </li>
    </ul>
  );
}
