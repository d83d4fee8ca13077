/** Tells how far an import is: what is done at present, and which share of that, from 0 to 1. */
export type TellProgress = (stage: string, share: number) => void;
