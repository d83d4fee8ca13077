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

/** Persistent store whose value other tabs of this browser change, too. */
export interface FollowingStore<T> extends Store<T> {
  /** The value that is stored now: events of other tabs may come late, when it has changed once more. */
  readStored(): T;
  /** Takes over a value that another tab has stored; storing it once more could replace what that tab stores next. */
  follow(value: T): void;
}

export function createFollowingStore<T>(key: string, first: T): FollowingStore<T> {
  const store = createStore(readStoredValue(key, first));
  let isFollowing = false;
  store.subscribe(() => !isFollowing && storeValue(key, store.get()));
  return {
    ...store,
    readStored: () => readStoredValue(key, first),
    follow: (value) => {
      isFollowing = true;
      try {
        store.set(value);
      } finally {
        isFollowing = false;
      }
    },
  };
}

/**
 * Persistent store that all tabs of this browser share: a change in one of them is at once the value of the others,
 * which would otherwise write their older one over it with their next change.
 */
export function createSharedStore<T>(key: string, first: T): Store<T> {
  const store = createFollowingStore(key, first);
  window.addEventListener("storage", ({ key: changed, newValue }) => {
    if (changed === key && newValue !== null) store.follow(store.readStored());
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
