import { useState } from "react";
import { useTranslations } from "use-intl";
import { isForcible, useAssign } from "#live/case-actions.ts";
import { refetchTours } from "#live/store.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { warn } from "#shared/screen/toasts.tsx";
import type { Refusal } from "../panels/force-prompt.tsx";
import { shiftAfter, windowAfter } from "./moves.ts";
import type { QueueDrop } from "./queue-drop.ts";
import type { Drop } from "../stage.ts";
import { tourAt } from "../grid/tour-rows.ts";
import { type PlannedHandover, useHandover } from "./use-handover.ts";
import { useMoves } from "./use-moves.ts";

/** What it means that something was let go somewhere. */
export function useDrops(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const assign = useAssign();
  const moves = useMoves(announce);
  const { hand, plan } = useHandover(announce);
  /** Waits for the reason that the API wants. */
  const [question, setQuestion] = useState<PlannedHandover>();
  const [refusal, setRefusal] = useState<Refusal>();

  const refuse = (text: string) => {
    warn(text);
    announce(text);
  };
  const drop = async ({ dragged, delta, line }: Drop) => {
    if (dragged.is === "shift") {
      const shift = shiftAfter(dragged.tour, delta);
      return shift && moves.replan(dragged.tour, shift);
    }
    const { bar } = dragged;
    const change = windowAfter(bar, delta);
    if (line.id === dragged.row.id) {
      if (change) return moves.retime(bar, change);
      if (delta.byMs !== 0) refuse(t("time_stays"));
      return;
    }
    const to = tourAt(line, bar.start);
    if (!to) return refuse(t("no_tour", { row: line.title }));
    if (change) await moves.retime(bar, change);
    const handover = await plan({ bar, to, toName: line.title });
    if (handover) setQuestion(handover);
  };

  /** One after the other: each assignment changes what the next one is measured against. */
  const assignAll = async ({ cases, tour }: Omit<Refusal, "why">, isForced: boolean) => {
    const refused: Refusal["cases"][number][] = [];
    let why = "";
    for (const job of cases) {
      const onRefused = (error: unknown) => {
        if (isForced || !isForcible(error)) return false;
        refused.push(job);
        why = textOf(error).message;
        return true;
      };
      const done = await assign(job, tour, { isForced, onRefused });
      if (done) announce(t("assigned", { case: job.natural_id, row: tour.name }));
    }
    if (refused.length > 0) setRefusal({ cases: refused, tour, why });
    await refetchTours([tour.id]);
  };
  const queueDrop = ({ cases, row, at }: QueueDrop) => {
    const tour = tourAt(row, at);
    if (!tour) return refuse(t("no_tour", { row: row.title }));
    const jobs = cases.map(({ case_id, ...job }) => ({ id: case_id, ...job }));
    return void assignAll({ cases: jobs, tour: { id: tour.id, name: row.title } }, false);
  };
  const answerRefusal = (isMeant: boolean) => {
    setRefusal(undefined);
    if (refusal && isMeant) return void assignAll(refusal, true);
    announce(t("put_back"));
  };

  const answer = (reason: string | undefined) => {
    setQuestion(undefined);
    if (!question) return;
    if (reason !== undefined) return void hand(question, reason);
    question.hide();
    announce(t("put_back"));
  };
  return {
    drop: (what: Drop) => void drop(what),
    queueDrop,
    question,
    answer,
    refusal,
    answerRefusal,
  };
}
