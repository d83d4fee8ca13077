import { useSyncExternalStore } from "react";

/** A value outside React that components can watch. */
export interface Store<T> {
  get(): T;
  set(value: T): void;
  subscribe(listener: () => void): () => void;
}

export function createStore<T>(first: T): Store<T> {
  let value = first;
  const listeners = new Set<() => void>();
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

export const useStore = <T>(store: Store<T>): T => useSyncExternalStore(store.subscribe, store.get);

/** Store that this browser remembers. A value that cannot be read any more counts as never written. */
export function createPersistentStore<T>(key: string, first: T): Store<T> {
  const store = createStore(readStoredValue(key, first));
  store.subscribe(() => storeValue(key, store.get()));
  return store;
}

/**
 * Persistent store that all tabs of this browser share: a change in one of them is at once the value of the others,
 * which would otherwise write their older one over it with their next change.
 */
export function createSharedStore<T>(key: string, first: T): Store<T> {
  const store = createStore(readStoredValue(key, first));
  let isFollowing = false;
  store.subscribe(() => !isFollowing && storeValue(key, store.get()));
  window.addEventListener("storage", ({ key: changed, newValue }) => {
    if (changed !== key || newValue === null) return;
    // Another tab has stored it: to store it once more could take the place of what it stores next.
    isFollowing = true;
    store.set(readStoredValue(key, first));
    isFollowing = false;
  });
  return store;
}

function storeValue(key: string, value: unknown): void {
  if (value === null || value === undefined) localStorage.removeItem(key);
  else localStorage.setItem(key, JSON.stringify(value));
}

function readStoredValue<T>(key: string, first: T): T {
  const text = localStorage.getItem(key);
  if (text === null) return first;
  try {
    return JSON.parse(text) as T;
  } catch {
    return first;
  }
}
