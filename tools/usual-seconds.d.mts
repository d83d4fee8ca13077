/** Seconds that a build takes on two idle cores, or has taken the last time on this machine. */
export function usualSeconds(name: string, folder?: string): number;
/** Stores how long it has taken, for the next time. */
export function storeSecondsOfStep(name: string, seconds: number, folder?: string): void;
