/** Waits until no other process holds this name; the function it resolves with ends the turn. */
export function acquireInterprocessLock(name: string): Promise<() => void>;
