import { createStore, type Store } from "@leitstand/app/store";

/**
 * The page's memory of the driver and the work, beside the phone's database. All of it is created here, and all of that
 * is reset when the phone is disabled: no list has to be kept elsewhere.
 */
const memoryResets: (() => void)[] = [];
let forgetCount = 0;

/** Store that gets its first value again when everything is forgotten. */
export function createResettableStore<T>(first: T): Store<T> {
  const store = createStore(first);
  registerMemoryReset(() => store.set(first));
  return store;
}

/** Registers a reset for state that is no store. */
export function registerMemoryReset(reset: () => void) {
  memoryResets.push(reset);
}

export function resetMemory() {
  forgetCount += 1;
  for (const reset of memoryResets) reset();
}

/**
 * Function that tells whether nothing has been forgotten since this call: the answer to a request is kept only as long.
 */
export function createMemoryResetCheck(): () => boolean {
  const begun = forgetCount;
  return () => forgetCount === begun;
}
