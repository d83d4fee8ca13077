import { useState } from "react";
import { useTranslations } from "use-intl";
import { isForcible, useAssign } from "#live/case-actions.ts";
import { useFaultText } from "#shared/api/faults.ts";
import { warn } from "#shared/screen/toasts.tsx";
import type { Refusal } from "../panels/force-prompt.tsx";
import { shiftAfter, windowAfter } from "./moves.ts";
import type { QueueDrop } from "./queue-drop.ts";
import type { Transfer } from "./transfer.ts";
import type { Drop } from "../stage.ts";
import { tourAt } from "../grid/tour-rows.ts";
import { type Handover, refreshTours, useHandover } from "./use-handover.ts";
import { useMoves } from "./use-moves.ts";

/** A move that waits for the reason that the API wants. */
export interface Question extends Handover {
  readonly transfer: Transfer;
}

/** What it means that something was let go somewhere. */
export function useDrops(shown: { day: string; days: number }, announce: (text: string) => void) {
  const t = useTranslations("tours");
  const textOf = useFaultText();
  const assign = useAssign();
  const moves = useMoves(shown, announce);
  const { hand, findTransfer, putBack } = useHandover(shown, announce);
  const [question, setQuestion] = useState<Question>();
  const [refusal, setRefusal] = useState<Refusal>();

  const refuse = (text: string) => {
    warn(text);
    announce(text);
  };
  const drop = async ({ dragged, delta, line }: Drop) => {
    if (dragged.is === "shift") {
      const plan = shiftAfter(dragged.tour, delta);
      return plan && moves.replan(dragged.tour, plan);
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
    const transfer = await findTransfer({ bar, to, toName: line.title });
    if (transfer) setQuestion({ bar, to, toName: line.title, transfer });
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
    await refreshTours(shown, [tour.id]);
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
    if (reason !== undefined) return void hand(question, question.transfer, reason);
    putBack(question);
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
