/** Whether a script that ends with this code was told to. */
export function isStopExitCode(code: number): boolean;
/** Lets the script that calls it end by such a code when it is told to. */
export function exitWhenStopped(): void;

export interface BesideOptions {
  /** Priority as `nice` counts: a larger one leaves the processor to others. */
  readonly priority?: number;
  readonly execPath?: string;
}

export interface Beside {
  /**
   * Resolves with the fault that ended it early; undefined when there was none, or when it was ended on purpose. Never
   * rejects.
   */
  readonly ended: Promise<string | undefined>;
  /** Ends the script before its time. */
  end(): void;
}

/** Runs a script of Node in a process of its own, which ends with this one. Throws nothing. */
export function runScriptBeside(args: readonly string[], options?: BesideOptions): Beside;
