import { type KeyboardEvent, useRef } from "react";
import { useTranslations } from "use-intl";
import { nextRow, type Spot } from "./grid-spots.ts";
import type { Hold } from "./moves.ts";
import { Carrier, type Drop, mayHold, type PlacedLine, spanAfter, type Stage } from "../stage.ts";

const STEP_MS = 5 * 60_000;

export interface CarryInput {
  readonly placed: readonly PlacedLine[];
  readonly spot: Spot | undefined;
  readonly stage: () => Stage | undefined;
  readonly onReveal: (line: number) => void;
  readonly onDrop: (drop: Drop) => void;
  readonly announce: (text: string) => void;
}
interface Carrying {
  readonly carrier: Carrier;
  readonly hold: Hold;
  readonly byMs: number;
  readonly line: number;
}

/** Picks a case up, moves it step by step, and lets it go: what a drag does, in as many words. */
export function useCarry({ placed, spot, stage, onReveal, onDrop, announce }: CarryInput) {
  const t = useTranslations("tours");
  const carrying = useRef<Carrying>(undefined);

  const letGo = () => {
    carrying.current?.carrier.clear();
    carrying.current = undefined;
  };
  const show = (now: Carrying) => {
    const { carrier, hold, byMs, line } = now;
    const place = placed[line];
    carrying.current = now;
    carrier.show({ hold, byMs }, place);
    onReveal(line);
    const time = stage()?.spanText(spanAfter(carrier.carried, { hold, byMs }));
    if (time !== undefined && place?.line.is === "row") announce(t("carrying", { time, row: place.line.title }));
  };

  const pickUp = () => {
    const current = stage();
    const place = spot && current?.placeOf(spot.line);
    if (!current || place?.line.is !== "row") return;
    const row = place.line;
    const bar = row.bars.find(({ job }) => job.id === spot?.case_id);
    const element = current.canvas.querySelector<HTMLElement>(`[data-line="${row.id}"] [data-bar="${bar?.job.id}"]`);
    if (!bar || !element) return;
    const carried = { is: "bar", bar, row } as const;
    if (!mayHold(carried, "whole")) return announce(t("closed_stays", { case: bar.job.natural_id }));
    carrying.current = { carrier: new Carrier(current, carried, element), hold: "whole", byMs: 0, line: place.index };
    announce(t("picked_up", { case: bar.job.natural_id }));
  };

  const drop = ({ carrier, hold, byMs, line }: Carrying) => {
    const place = placed[line]?.line;
    letGo();
    if (place?.is === "row") onDrop({ carried: carrier.carried, pull: { hold, byMs }, line: place });
  };

  const step = (now: Carrying, event: KeyboardEvent) => {
    const byMs = { ArrowLeft: -STEP_MS, ArrowRight: STEP_MS, ArrowUp: -STEP_MS, ArrowDown: STEP_MS }[event.key];
    if (byMs === undefined) return;
    const isAcross = event.key === "ArrowLeft" || event.key === "ArrowRight";
    if (!event.shiftKey && !isAcross) return show({ ...now, line: nextRow(placed, now.line, byMs > 0 ? 1 : -1) });
    // Shift pulls an end: left and right the later one, up and down the earlier one.
    const hold = event.shiftKey ? (isAcross ? "end" : "start") : "whole";
    const canPull = mayHold(now.carrier.carried, hold) && (hold !== "whole" || mayHold(now.carrier.carried, "start"));
    if (!canPull) return announce(t("time_stays"));
    show({ ...now, hold, byMs: now.hold === hold ? now.byMs + byMs : byMs });
  };

  /** Answers whether anything is carried: then every key is meant for it. */
  const carry = (event: KeyboardEvent): boolean => {
    const now = carrying.current;
    if (!now) return false;
    if (event.key === "Escape") {
      letGo();
      announce(t("put_back"));
    } else if (event.key === "Enter" || event.key === " " || event.key === "m") drop(now);
    else if (event.key === "Tab") {
      letGo();
      return false;
    } else step(now, event);
    return true;
  };
  return { pickUp, carry, letGo };
}
