/** The exit codes of a script that was told to end, by the signal that told it. */
export const STOPPED_WITH: Readonly<Record<"SIGHUP" | "SIGINT" | "SIGTERM", number>>;
/** Whether a script that ends with this code was told to. */
export function isStop(code: number): boolean;

export interface BesideOptions {
  /** As `nice` counts: a larger one leaves the processor to others. */
  readonly priority?: number;
  readonly execPath?: string;
}

export interface Beside {
  /** What kept it from its end; undefined when nothing did, or when it was ended on purpose. Never rejects. */
  readonly ended: Promise<string | undefined>;
  /** Ends it before its time. */
  end(): void;
}

/** Runs a script of Node in a process of its own, which ends with this one. Throws nothing. */
export function runBeside(args: readonly string[], options?: BesideOptions): Beside;
