/** Waits until nobody else, in whatever process, does what is named; the answer ends the turn. */
export function takeTurn(name: string): Promise<() => void>;
