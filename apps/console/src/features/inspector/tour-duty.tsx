import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { api, isProblem, queryClient } from "#shared/api.ts";
import { useFaultText } from "#shared/faults.ts";
import { useGrants } from "#shared/me.ts";
import { tenant } from "#shared/session.ts";
import { useStore } from "#shared/store.ts";
import styles from "./inspector.module.css";
import { type SubState, subStatesFor, type Tour } from "./tour-facts.ts";

/** Start, duty and end of a shift. An end is asked for twice: it takes waiting cases away. */
export function TourDuty({ tour }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const may = useGrants();
  const isRoadside = useStore(tenant)?.type === "ROADSIDE_ASSISTANCE";
  const { run, isBusy, fault } = useTourChange(tour.id);
  const [isEnding, setEnding] = useState(false);
  const { id, lock_version, status, started_sub_state } = tour;
  if (status === "FINISHED" || !(may("updateTour") || may("finishTour"))) return null;
  const change = (state: SubState) =>
    run(() => api.updateTourStartedSubState({ id, started_sub_state: state, lock_version }));
  const finish = () => {
    setEnding(false);
    run(() => api.finishTour({ id, lock_version }));
  };
  return (
    <div className={styles["block"]}>
      <div className={styles["buttons"]}>
        {status === "SCHEDULED" && may("updateTour") && (
          <Button size="compact-sm" loading={isBusy} onClick={() => run(() => api.startTour({ id, lock_version }))}>
            {t("start_tour")}
          </Button>
        )}
        {status === "STARTED" && started_sub_state && may("updateTour") && (
          <Select
            size="xs"
            className={styles["grow"]}
            aria-label={t("duty")}
            allowDeselect={false}
            disabled={isBusy}
            data={subStatesFor(started_sub_state, isRoadside).map((state) => ({
              value: state,
              label: t(`sub_state.${state}`),
            }))}
            value={started_sub_state}
            onChange={(state) => state && change(state as SubState)}
          />
        )}
        {status === "STARTED" && may("finishTour") && !isEnding && (
          <Button variant="default" size="compact-sm" onClick={() => setEnding(true)}>
            {t("finish_tour")}
          </Button>
        )}
      </div>
      {isEnding && (
        <div className={styles["note"]} role="group" aria-label={t("finish_tour")}>
          <p>{t("finish_question", { count: tour.case_workload.open })}</p>
          <div className={styles["buttons"]}>
            <Button size="compact-sm" autoFocus loading={isBusy} onClick={finish}>
              {t("finish_tour")}
            </Button>
            <Button variant="subtle" size="compact-sm" onClick={() => setEnding(false)}>
              {t("cancel")}
            </Button>
          </div>
        </div>
      )}
      {fault !== undefined && (
        <p className={styles["fault"]} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** A change of the tour; whoever was faster is said, and what is shown is as new as their change. */
function useTourChange(id: string) {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const carryOut = async (change: () => Promise<Tour>) => {
    setBusy(true);
    setFault(undefined);
    try {
      queryClient.setQueryData(["tour", id], await change());
    } catch (error) {
      const isStale = isProblem(error, "LOCK_VERSION_CONFLICT");
      if (isStale) await queryClient.invalidateQueries({ queryKey: ["tour", id] });
      setFault(isStale ? t("tour_stale") : textOf(error).message);
    } finally {
      setBusy(false);
    }
  };
  return { run: (change: () => Promise<Tour>) => void carryOut(change), isBusy, fault };
}
