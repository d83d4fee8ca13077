/** Whether an exit code means that the script was stopped from outside. */
export function isStopExitCode(code: number): boolean;
/** Makes the calling script exit with such a code when it is stopped by a signal. */
export function exitWhenStopped(): void;

export interface ChildScriptOptions {
  /** Priority as `nice` counts: a larger one leaves the processor to others. */
  readonly priority?: number;
  readonly execPath?: string;
}

export interface ChildScript {
  /**
   * Resolves with the fault that ended it early; undefined when there was none, or when it was ended on purpose. Never
   * rejects.
   */
  readonly ended: Promise<string | undefined>;
  /** Ends the script before its time. */
  end(): void;
}

/** Runs a script of Node in a process of its own, which ends with this one. Throws nothing. */
export function runChildScript(args: readonly string[], options?: ChildScriptOptions): ChildScript;
