import { Button, Select } from "@mantine/core";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { api, isApiProblem, queryClient } from "#shared/api/api.ts";
import { BoardOutdatedNote } from "#live/clash/board-age.tsx";
import { storeAnsweredTour } from "#live/store.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { deliberateAnswersOnly } from "#shared/screen/deliberate-answers.ts";
import { useFaultDisplay } from "#shared/screen/use-fault-display.ts";
import { lastSignedInTenantStore } from "#shared/api/session.ts";
import { useStore } from "@leitstand/app/store";
import styles from "./tour-duty.module.css";
import common from "../inspector.module.css";
import { type TourSubState, subStatesToSwitchTo, type Tour } from "./tour-facts.ts";

/** Start, duty and end of a shift. Ending it needs a confirmation: waiting cases are taken away. */
export function TourDutyControls({ tour }: { tour: Tour }) {
  const t = useTranslations("inspector");
  const may = useHasGrant();
  const { run, isBusy, fault } = useChangeTour(tour);
  const [isEnding, setEnding] = useState(false);
  const { id, lock_version, status, started_sub_state } = tour;
  if (status === "FINISHED" || !(may("updateTour") || may("finishTour"))) return null;
  const change = (state: TourSubState) =>
    run(() => api.updateTourStartedSubState({ id, started_sub_state: state, lock_version }));
  const finish = () => {
    setEnding(false);
    run(() => api.finishTour({ id, lock_version }));
  };
  return (
    <div className={common["block"]}>
      <div className={common["buttons"]}>
        {status === "SCHEDULED" && may("updateTour") && (
          <Button size="compact-sm" loading={isBusy} onClick={() => run(() => api.startTour({ id, lock_version }))}>
            {t("start_tour")}
          </Button>
        )}
        {status === "STARTED" && started_sub_state && may("updateTour") && (
          <DutySelect current={started_sub_state} isBusy={isBusy} onChange={change} />
        )}
        {status === "STARTED" && may("finishTour") && !isEnding && (
          <Button variant="default" size="compact-sm" onClick={() => setEnding(true)}>
            {t("finish_tour")}
          </Button>
        )}
        <BoardOutdatedNote />
      </div>
      {isEnding && (
        <FinishTourQuestion
          count={tour.case_workload.open}
          isBusy={isBusy}
          onFinish={finish}
          onCancel={() => setEnding(false)}
        />
      )}
      {fault !== undefined && (
        <p className={common["fault"]} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

interface DutySelectProps {
  readonly current: TourSubState;
  readonly isBusy: boolean;
  readonly onChange: (state: TourSubState) => void;
}

function DutySelect({ current, isBusy, onChange }: DutySelectProps) {
  const t = useTranslations("inspector");
  const isRoadside = useStore(lastSignedInTenantStore)?.type === "ROADSIDE_ASSISTANCE";
  const states = subStatesToSwitchTo(current, isRoadside);
  return (
    <Select
      size="xs"
      className={styles["grow"]}
      aria-label={t("duty")}
      allowDeselect={false}
      disabled={isBusy}
      data={states.map((state) => ({ value: state, label: t(`sub_state.${state}`) }))}
      value={current}
      onChange={(state) => state && onChange(state)}
    />
  );
}

interface FinishQuestionProps {
  /** Number of cases that ending the tour would take from it. */
  readonly count: number;
  readonly isBusy: boolean;
  readonly onFinish: () => void;
  readonly onCancel: () => void;
}

function FinishTourQuestion({ count, isBusy, onFinish, onCancel }: FinishQuestionProps) {
  const t = useTranslations("inspector");
  return (
    <div className={common["note"]} role="group" aria-label={t("finish_tour")} {...deliberateAnswersOnly}>
      <p>{t("finish_question", { count })}</p>
      <div className={common["buttons"]}>
        <Button size="compact-sm" autoFocus loading={isBusy} onClick={onFinish}>
          {t("finish_tour")}
        </Button>
        <Button variant="subtle" size="compact-sm" onClick={onCancel}>
          {t("cancel")}
        </Button>
      </div>
    </div>
  );
}

/** Changes the tour. After a conflict the message says so, and the newer version is shown. */
function useChangeTour({ id, name, natural_id }: Tour) {
  const t = useTranslations("inspector");
  const textOf = useFaultText();
  const [isBusy, setBusy] = useState(false);
  const [fault, setFault] = useState<string>();
  const showFault = useFaultDisplay();
  const carryOut = async (change: () => Promise<Tour>) => {
    setBusy(true);
    setFault(undefined);
    try {
      await storeAnsweredTour(change());
    } catch (error) {
      const isStale = isApiProblem(error, "LOCK_VERSION_CONFLICT");
      if (isStale) await queryClient.invalidateQueries({ queryKey: ["tour", id] });
      showFault(isStale ? t("tour_stale") : textOf(error).message, { name: name ?? natural_id, beside: setFault });
    } finally {
      setBusy(false);
    }
  };
  return { run: (change: () => Promise<Tour>) => void carryOut(change), isBusy, fault };
}
