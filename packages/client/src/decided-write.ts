import { ApiProblem } from "./problem";

interface VersionedObject {
  readonly lock_version: number;
}

/** Write that a user has decided on by the data shown on their screen. */
export interface DecidedWrite<S extends VersionedObject, A> {
  /** Version of the object that the user saw. */
  readonly seen: VersionedObject;
  readonly send: (lock_version: number) => Promise<A>;
  /** Reads the present state of the object. */
  readonly read: () => Promise<S>;
  /** Fields that differ from those decided on; none: the write still stands. May ask the user. */
  readonly changedIn: (current: S) => readonly string[] | Promise<readonly string[]>;
}

/** Error of a write that was not carried out, because the data it was decided on has changed. */
export class ChangedMeanwhileError extends Error {
  readonly changed: readonly string[];

  constructor(changed: readonly string[]) {
    super(`Not sent again, for others have changed: ${changed.join(", ")}`);
    this.name = "ChangedMeanwhile";
    this.changed = changed;
  }
}

/** Maximum number of attempts: other clients may write between reading and sending, but seldom that often. */
const SEND_ATTEMPTS_MAX = 6;

/**
 * Sends a write on the version that it was decided on. Refused for its version, it is sent again only when what it was
 * decided on still holds; else it stops with `ChangedMeanwhileError`, and the user decides again. All other refusals are
 * thrown.
 */
export async function sendDecidedWrite<S extends VersionedObject, A>(write: DecidedWrite<S, A>): Promise<A> {
  let { lock_version } = write.seen;
  for (let sent = 1; ; sent++) {
    try {
      return await write.send(lock_version);
    } catch (error) {
      if (!isVersionConflict(error) || sent >= SEND_ATTEMPTS_MAX) throw error;
    }
    const current = await write.read();
    const changed = await write.changedIn(current);
    if (changed.length > 0) throw new ChangedMeanwhileError(changed);
    ({ lock_version } = current);
  }
}

const isVersionConflict = (error: unknown) => error instanceof ApiProblem && error.code === "LOCK_VERSION_CONFLICT";
