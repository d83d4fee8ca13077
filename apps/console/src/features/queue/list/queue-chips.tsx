import { IconButton } from "@leitstand/ui/icon-button";
import { IconFilter, IconX } from "@tabler/icons-react";
import { Suspense, useState } from "react";
import { useTranslations } from "use-intl";
import { useFilterTexts } from "../filter-texts.ts";
import { addFilter, type QueueFilter, removeFilter } from "../queue-filter.ts";
import styles from "../queue.module.css";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const FilterMenu = lazyComponent(async () => (await import("../filter-menu.tsx")).QueueFilterMenu);

interface FilterProps {
  readonly filters: readonly QueueFilter[];
  readonly onFilters: (filters: readonly QueueFilter[]) => void;
}

/** Button that opens the filters; their code is loaded when they are opened. */
export function FilterButton({ filters, onFilters }: FilterProps) {
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
        onAdd={(filter) => onFilters(addFilter(filters, filter))}
        onRemove={(filter) => onFilters(removeFilter(filters, filter))}
      />
    </Suspense>
  );
}

export function QueueChips({ filters, onFilters }: FilterProps) {
  const t = useTranslations("queue");
  const { labelOf } = useFilterTexts(filters.length > 0);
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
              onClick={() => onFilters(removeFilter(filters, filter))}
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
