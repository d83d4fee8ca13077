import { sightOf } from "@leitstand/client/case-sight";
import { useState } from "react";
import { useTranslations } from "use-intl";
import { warn } from "#shared/screen/toasts.tsx";
import { shiftAfter, windowAfter } from "./moves.ts";
import type { Drop } from "../stage.ts";
import { tourAt } from "../grid/tour-rows.ts";
import { type PlannedHandover, useHandover } from "./use-handover.ts";
import { sightOfBar } from "./sight-of-bar.ts";
import { useMoves } from "./use-moves.ts";
import { useQueueDrops } from "./use-queue-drops.ts";

/** Handles drops on the timeline, by what was dropped where. */
export function useDrops(announce: (text: string) => void) {
  const t = useTranslations("tours");
  const moves = useMoves(announce);
  const { hand, plan } = useHandover(announce);
  /** Handover that waits for the reason that the API requires. */
  const [question, setQuestion] = useState<PlannedHandover>();

  const refuse = (text: string) => {
    warn(text);
    announce(text);
  };
  const queueDrops = useQueueDrops({ announce, refuse });
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
    const moved = change && (await moves.retime(bar, change));
    if (change && !moved) return;
    const handover = await plan({ bar, to, toName: line.title, seen: moved ? sightOf(moved) : sightOfBar(bar) });
    if (handover) setQuestion(handover);
  };

  const answer = (reason: string | undefined) => {
    setQuestion(undefined);
    if (!question) return;
    if (reason !== undefined) return void hand(question, reason);
    question.hide();
    announce(t("put_back"));
  };
  return { drop: (what: Drop) => void drop(what), question, answer, ...queueDrops };
}
