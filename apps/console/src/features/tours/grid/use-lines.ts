import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslations } from "use-intl";
import { boardQuery } from "#live/board.ts";
import { useGrants } from "#shared/api/me.ts";
import { useStore } from "#shared/state/store.ts";
import { axisOf } from "./time-axis.ts";
import { timelineSettings } from "../timeline-settings.ts";
import { branchesQuery, toursQuery } from "../tour-data.ts";
import { linesOf } from "./tour-rows.ts";
import { useLiveTours } from "../tours-live.ts";

interface Shown {
  readonly day: string;
  readonly days: 1 | 3 | 7;
}

/** The lines of the timeline, from its own tours and the board's vehicles, kept by the stream. */
export function useLines({ day, days }: Shown) {
  const t = useTranslations("tours");
  const can = useGrants();
  // Another day comes in over the one that is there: nothing flashes.
  const query = useQuery({ ...toursQuery(day, days), placeholderData: keepPreviousData });
  const { data: vehicles } = useQuery({ ...boardQuery, select: ({ vehicles: all }) => all });
  const { data: branches } = useQuery({ ...branchesQuery, enabled: can("getBranches") });
  const { grid, collapsed } = useStore(timelineSettings);
  useLiveTours({ day, days });

  const axis = useMemo(() => axisOf({ day, days, grid }), [day, days, grid]);
  const lines = useMemo(
    () =>
      linesOf({
        tours: query.data ?? [],
        vehicles: vehicles?.values() ?? [],
        branches: new Map(branches?.map(({ id, name }) => [id, name])),
        collapsed: new Set(collapsed),
        noBranch: t("no_branch"),
      }),
    [query.data, vehicles, branches, collapsed, t],
  );
  return { lines, axis, query };
}
