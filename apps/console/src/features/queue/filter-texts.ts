import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { useBoard } from "#live/use-entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import type { QueueFilter } from "./queue-filter.ts";
import { branchesQuery } from "#shared/api/queries.ts";

/** Names of filters and of their choices. */
export function useQueueFilterTexts(isWanted: boolean) {
  const t = useTranslations("queue");
  const states = useTranslations("states");
  const may = useHasGrant();
  const board = useBoard("calm");
  const { data: branches = [] } = useQuery({ ...branchesQuery, enabled: isWanted && may("getBranches") });
  const areas = [...(board?.areas.values() ?? [])];
  const valueOf = ({ name, value }: QueueFilter): string => {
    if (name === "branch_ids") return branches.find(({ id }) => id === value)?.name ?? "…";
    if (name === "area_ids") return areas.find(({ area_id }) => area_id === value)?.title ?? "…";
    if (name === "states") return states(value as "open");
    if (name === "data_types") return t(`type_${value as "FUNERAL"}`);
    if (name === "due") return t(`due_${value as "late"}`);
    if (name === "infectious") return t(value === "true" ? "infectious_yes" : "infectious_no");
    return value;
  };
  return {
    branches,
    areas,
    services: [...new Set([...(board?.cases.values() ?? [])].flatMap(({ service_key }) => service_key ?? []))].sort(),
    groupOf: ({ name }: Pick<QueueFilter, "name">) => t(`filter_${name}`),
    valueOf,
    labelOf: (filter: QueueFilter) =>
      filter.name === "due" || filter.name === "infectious"
        ? valueOf(filter)
        : t("chip", { name: t(`filter_${filter.name}`), value: valueOf(filter) }),
  };
}
