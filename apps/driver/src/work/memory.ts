import { createStore, type Store } from "@leitstand/app/store";

/**
 * The page's own memory of the driver and the work, beside the phone's database. All of it is made here, and all that is made here is
 * forgotten when the phone is disabled: no list has to be kept elsewhere.
 */
const resets: (() => void)[] = [];
let times = 0;

/** A store that holds its first value again once everything is forgotten. */
export function createMemory<T>(first: T): Store<T> {
  const store = createStore(first);
  whenForgotten(() => store.set(first));
  return store;
}

/** Registers how something is forgotten that is no store. */
export function whenForgotten(reset: () => void) {
  resets.push(reset);
}

export function forgetMemory() {
  times += 1;
  for (const reset of resets) reset();
}

/** Answers whether everything has been forgotten since: an answer to a question from before must not be kept. */
export function untilForgotten(): () => boolean {
  const begun = times;
  return () => times === begun;
}
