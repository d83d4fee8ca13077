/**
 * A reason not to start that the person at the keyboard can do something about. `main.ts` prints the sentences alone,
 * one per line and without a stack, and exits with code 1.
 */
export class StartupError extends Error {
  readonly sentences: readonly string[];

  constructor(...sentences: string[]) {
    super(sentences.join("\n"));
    this.name = "StartupError";
    this.sentences = sentences;
  }
}

/** A stop that was asked for during the start, and obeyed: no fault, so that `main.ts` exits with code 0. */
export class StoppedStart extends StartupError {}
