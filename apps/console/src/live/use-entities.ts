import { useCallback, useRef, useSyncExternalStore } from "react";
import { createStore } from "@leitstand/app/store";
import type { KnownCase } from "./case-entity.ts";
import type { BoardState, EntityStore } from "./entities.ts";
import { entityStore } from "./store.ts";
import { throttleFunction } from "./throttled.ts";
import type { TourEntity } from "./tour-entity.ts";

interface EntityKinds {
  readonly case: KnownCase;
  readonly tour: TourEntity;
}

const entityListeners = new Map<string, Set<() => void>>();
const notifyEntityListeners = (key: string) => entityListeners.get(key)?.forEach((listener) => listener());
entityStore.subscribe(({ cases, tours }) => {
  if (entityListeners.size === 0) return;
  for (const id of cases) notifyEntityListeners(`case ${id}`);
  for (const id of tours) notifyEntityListeners(`tour ${id}`);
});

function subscribeToEntity(key: string, listener: () => void) {
  const listeners = entityListeners.get(key) ?? new Set();
  entityListeners.set(key, listeners.add(listener));
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0 && entityListeners.get(key) === listeners) entityListeners.delete(key);
  };
}

const readEntity: { readonly [K in keyof EntityKinds]: (id: string) => EntityKinds[K] | undefined } = {
  case: (id) => entityStore.cases.get(id),
  tour: (id) => entityStore.tours.get(id),
};

/** One case or tour; the component is drawn again only when that entity changes. */
export function useEntity<K extends keyof EntityKinds>(kind: K, id: string | undefined): EntityKinds[K] | undefined {
  const subscribe = useCallback((listener: () => void) => subscribeToEntity(`${kind} ${id}`, listener), [kind, id]);
  return useSyncExternalStore(subscribe, () => (id === undefined ? undefined : readEntity[kind](id)));
}

/** Pace at which a selection follows: with every frame that changes something, or a few times a second. */
type UpdatePace = "frame" | "calm";

const throttledStep = createStore(entityStore.step);
const updateThrottledStep = throttleFunction(() => throttledStep.set(entityStore.step));
entityStore.subscribe(({ isOwn }) => {
  // After signing out the counts of the board must disappear at once.
  if (isOwn || entityStore.board === undefined) throttledStep.set(entityStore.step);
  else updateThrottledStep.call();
});

const stepStores: { readonly [P in UpdatePace]: { get(): number; subscribe(listener: () => void): () => void } } = {
  frame: { get: () => entityStore.step, subscribe: (listener) => entityStore.subscribe(listener) },
  calm: throttledStep,
};

interface SelectionOptions<T> {
  /** `calm` for what takes long to compute and may lag behind: counts, the map, lists to choose from. */
  readonly pace?: UpdatePace;
  /** Whether the previous selection is still right; then the component is not drawn again. */
  readonly isEqual?: (one: T, other: T) => boolean;
}

/** Selects from the store; `select` has to stay the same function for as long as it selects the same. */
export function useStoreSelection<T>(
  select: (from: EntityStore) => T,
  { pace = "frame", isEqual = Object.is }: SelectionOptions<T> = {},
): T {
  const memo = useRef<{ readonly step: number; readonly select: typeof select; readonly value: T }>(undefined);
  const { get, subscribe } = stepStores[pace];
  return useSyncExternalStore(subscribe, () => {
    const known = memo.current;
    const step = get();
    if (known?.step === step && known.select === select) return known.value;
    const value = select(entityStore);
    const kept = known && isEqual(known.value, value) ? known.value : value;
    memo.current = { step, select, value: kept };
    return kept;
  });
}

/** Whether both lists hold the same things in the same order. */
export const isSameList = <T>(one: readonly T[], other: readonly T[]): boolean =>
  one.length === other.length && one.every((item, index) => item === other[index]);

const selectBoard = (from: EntityStore): BoardState | undefined => from.board;

/** The board; undefined until it has been read. */
export const useBoard = (pace: UpdatePace = "frame") => useStoreSelection(selectBoard, { pace });
