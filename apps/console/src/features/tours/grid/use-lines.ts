import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import type { EntityStore } from "#live/entities.ts";
import { isSameList, useStoreSelection } from "#live/use-entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { useStore } from "@leitstand/app/store";
import { createTimelineAxis } from "./time-axis.ts";
import { timelineSettings } from "../timeline-settings.ts";
import { selectToursOfDays, toursQuery } from "../tour-data.ts";
import { timelineRowsAndGroupsOf } from "./tour-rows.ts";
import { branchesQuery } from "#shared/api/queries.ts";

interface LinesOptions {
  readonly day: string;
  readonly days: 1 | 3 | 7;
}

const boardVehicles = (from: EntityStore) => from.board?.vehicles;

/** The lines of the timeline, from the store's tours and vehicles. */
export function useTimelineRowsAndGroups({ day, days }: LinesOptions) {
  const t = useTranslations("tours");
  const can = useHasGrant();
  // The old day stays until the next one has arrived: nothing flashes.
  const query = useQuery({ ...toursQuery(day, days), placeholderData: keepPreviousData });
  const tours = useStoreSelection(
    useMemo(() => selectToursOfDays(day, days), [day, days]),
    { pace: "calm", isEqual: isSameList },
  );
  const vehicles = useStoreSelection(boardVehicles);
  const { data: branches } = useQuery({ ...branchesQuery, enabled: can("getBranches") });
  const { grid, collapsed } = useStore(timelineSettings);

  const axis = useMemo(() => createTimelineAxis({ day, days, grid }), [day, days, grid]);
  const lines = useMemo(
    () =>
      timelineRowsAndGroupsOf({
        tours,
        vehicles: vehicles?.values() ?? [],
        branches: new Map(branches?.map(({ id, name }) => [id, name])),
        collapsed: new Set(collapsed),
        noBranch: t("no_branch"),
      }),
    [tours, vehicles, branches, collapsed, t],
  );
  return { lines, axis, query };
}
