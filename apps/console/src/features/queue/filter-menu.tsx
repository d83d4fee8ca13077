import { IconButton } from "@leitstand/ui/icon-button";
import { Combobox, useCombobox } from "@mantine/core";
import { IconCheck, IconFilter } from "@tabler/icons-react";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { foldCaseAndAccents } from "#shared/text/fold.ts";
import { useQueueFilterTexts } from "./filter-texts.ts";
import {
  filterableDataTypes,
  filterableDueValues,
  type QueueFilter,
  type QueueFilterName,
  isSameQueueFilter,
  parseQueueFilters,
  filterableStateWords,
  filterableTransportTypes,
} from "./queue-filter.ts";
import styles from "./queue.module.css";

/** Fixed id: one that comes with the list would be missing on the field that opens it. */
const FILTER_LIST_ID = "queue-filter-options";

interface FilterMenuProps {
  readonly filters: readonly QueueFilter[];
  readonly onAdd: (filter: QueueFilter) => void;
  readonly onRemove: (filter: QueueFilter) => void;
}

/** All filters in one list: typing finds a filter by its name, and places by their zip or city. */
export function QueueFilterMenu({ filters, onAdd, onRemove }: FilterMenuProps) {
  const t = useTranslations("queue");
  const [typed, setTyped] = useState("");
  const combobox = useCombobox({
    defaultOpened: true,
    onDropdownClose: () => {
      setTyped("");
      combobox.resetSelectedOption();
    },
    onDropdownOpen: () => combobox.focusSearchInput(),
  });
  const choose = (written: string) => {
    const [filter] = parseQueueFilters([written]);
    if (!filter) return;
    const isSet = filters.some((other) => isSameQueueFilter(other, filter));
    (isSet ? onRemove : onAdd)(filter);
    setTyped("");
  };
  return (
    <Combobox
      store={combobox}
      width={280}
      position="bottom-end"
      onOptionSubmit={choose}
      shadow="md"
      portalProps={{ target: "#main" }}
    >
      <Combobox.Target targetType="button" withAriaAttributes={false}>
        <IconButton
          label={t("filter")}
          size={30}
          aria-haspopup="listbox"
          aria-expanded={combobox.dropdownOpened}
          onClick={() => combobox.toggleDropdown()}
        >
          <IconFilter size={17} stroke={1.7} aria-hidden />
        </IconButton>
      </Combobox.Target>
      <Combobox.Dropdown>
        <Combobox.Search
          autoFocus
          role="combobox"
          aria-expanded
          aria-controls={FILTER_LIST_ID}
          value={typed}
          placeholder={t("filter_search")}
          aria-label={t("filter_search")}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            combobox.selectFirstOption();
          }}
        />
        <FilterOptions typed={typed} filters={filters} />
      </Combobox.Dropdown>
    </Combobox>
  );
}

function FilterOptions({ typed, filters }: { typed: string; filters: readonly QueueFilter[] }) {
  const t = useTranslations("queue");
  const groups = useFilterGroups(typed);
  return (
    <Combobox.Options id={FILTER_LIST_ID} mah={360} style={{ overflowY: "auto" }} aria-label={t("filter")}>
      {groups.map(({ label, options }) => (
        <Combobox.Group key={label} label={label}>
          {options.map((option) => (
            <FilterOption key={option.written} option={option} filters={filters} />
          ))}
        </Combobox.Group>
      ))}
      {groups.length === 0 && <Combobox.Empty>{t("filter_nothing")}</Combobox.Empty>}
    </Combobox.Options>
  );
}

interface FilterChoice {
  readonly written: string;
  readonly label: string;
}

function FilterOption({ option, filters }: { option: FilterChoice; filters: readonly QueueFilter[] }) {
  const isSet = filters.some(({ name, value }) => `${name}:${value}` === option.written);
  return (
    <Combobox.Option value={option.written} active={isSet} className={styles["option"] ?? ""}>
      {option.label}
      {isSet && <IconCheck size={14} stroke={2} aria-hidden />}
    </Combobox.Option>
  );
}

function useFilterGroups(typed: string) {
  const { branches, areas, services, groupOf, valueOf } = useQueueFilterTexts(true);
  const text = typed.trim();
  const words = foldCaseAndAccents(text).split(/\s+/);
  const groupsOf = (name: QueueFilterName, values: readonly string[]) => {
    const label = groupOf({ name });
    const all = values.map((value) => ({ written: `${name}:${value}`, label: valueOf({ name, value }) }));
    const options = all.filter((option) =>
      words.every((word) => foldCaseAndAccents(`${label} ${option.label}`).includes(word)),
    );
    return options.length === 0 ? [] : [{ label, options }];
  };
  const place = /^\d+$/.test(text) ? "zip_prefixes" : "cities";
  const places =
    text === "" ? [] : [{ label: groupOf({ name: place }), options: [{ written: `${place}:${text}`, label: text }] }];
  return [
    ...groupsOf("due", filterableDueValues),
    ...groupsOf("states", filterableStateWords),
    ...groupsOf("infectious", ["true", "false"]),
    ...groupsOf(
      "branch_ids",
      branches.map(({ id }) => id),
    ),
    ...groupsOf(
      "area_ids",
      areas.map(({ area_id }) => area_id),
    ),
    ...groupsOf("service_keys", services),
    ...groupsOf("transport_types", services.length > 0 ? [] : filterableTransportTypes),
    ...groupsOf("data_types", filterableDataTypes),
    ...places,
  ];
}
