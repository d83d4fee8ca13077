import { useCallback, useRef, useSyncExternalStore } from "react";
import { createStore } from "@leitstand/app/store";
import type { KnownCase } from "./case-entity.ts";
import type { Board, Entities } from "./entities.ts";
import { entities } from "./store.ts";
import { throttled } from "./throttled.ts";
import type { TourEntity } from "./tour-entity.ts";

interface Kinds {
  readonly case: KnownCase;
  readonly tour: TourEntity;
}

const waiting = new Map<string, Set<() => void>>();
const wake = (key: string) => waiting.get(key)?.forEach((listener) => listener());
entities.subscribe(({ cases, tours }) => {
  if (waiting.size === 0) return;
  for (const id of cases) wake(`case ${id}`);
  for (const id of tours) wake(`tour ${id}`);
});

function waitFor(key: string, listener: () => void) {
  const listeners = waiting.get(key) ?? new Set();
  waiting.set(key, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && waiting.get(key) === listeners) waiting.delete(key);
  };
}

const read: { readonly [K in keyof Kinds]: (id: string) => Kinds[K] | undefined } = {
  case: (id) => entities.cases.get(id),
  tour: (id) => entities.tours.get(id),
};

/** One case or tour; the component is drawn again only when that one changes. */
export function useEntity<K extends keyof Kinds>(kind: K, id: string | undefined): Kinds[K] | undefined {
  const subscribe = useCallback((listener: () => void) => waitFor(`${kind} ${id}`, listener), [kind, id]);
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : read[kind](id)));
}

/** Pace at which a selection follows: with every frame that changes something, or a few times a second. */
type Pace = "frame" | "calm";

const calmStep = createStore(entities.step);
const followCalmly = throttled(() => calmStep.set(entities.step));
entities.subscribe(({ isOwn }) => {
  // After signing out the counts of the board must disappear at once.
  if (isOwn || entities.board === undefined) calmStep.set(entities.step);
  else followCalmly.call();
});

const clocks: { readonly [P in Pace]: { get(): number; subscribe(listener: () => void): () => void } } = {
  frame: { get: () => entities.step, subscribe: (listener) => entities.subscribe(listener) },
  calm: calmStep,
};

interface SelectionOptions<T> {
  /** `calm` for what takes long to compute and may lag behind: counts, the map, lists to choose from. */
  readonly pace?: Pace;
  /** Whether the previous selection is still right; then the component is not drawn again. */
  readonly isEqual?: (one: T, other: T) => boolean;
}

/** Selects from the store; `select` has to stay the same function for as long as it selects the same. */
export function useSelection<T>(
  select: (from: Entities) => T,
  { pace = "frame", isEqual = Object.is }: SelectionOptions<T> = {},
): T {
  const memo = useRef<{ readonly step: number; readonly select: typeof select; readonly value: T }>(undefined);
  const { get, subscribe } = clocks[pace];
  return useSyncExternalStore(subscribe, () => {
    const known = memo.current;
    const step = get();
    if (known?.step === step && known.select === select) return known.value;
    const value = select(entities);
    const kept = known && isEqual(known.value, value) ? known.value : value;
    memo.current = { step, select, value: kept };
    return kept;
  });
}

/** Whether both lists hold the same things in the same order. */
export const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const boardOf = (from: Entities): Board | undefined => from.board;

/** The board; undefined until it has been read. */
export const useBoard = (pace: Pace = "frame") => useSelection(boardOf, { pace });
