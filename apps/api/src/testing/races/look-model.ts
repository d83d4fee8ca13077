/**
 * Model of reads of the event log among random transactions and a server that fails, compared with the events that have
 * to be delivered.
 */
import { EventLogSimulation } from "./look-world";
import { SIMULATED_OBJECT_COUNT, SimulatedEventLogWriter } from "./look-writer";
import { SimulatedEventLogReader, type EventLogReadVariant } from "./log-reader";

export interface EventLogReadSimulation extends EventLogReadVariant {
  readonly databaseUrl: string;
  readonly tenantId: string;
  readonly seed: number;
  readonly steps: number;
  /** Whether the server takes prepared transactions. */
  readonly prepares?: boolean;
  /** Restarts the server at once; where others use it as well, only the model's sessions end. */
  readonly restartServer?: () => void;
}

export interface EventLogReadOutcome {
  readonly committed: number;
  readonly crashes: number;
  readonly restores: number;
  /** Events that a read which began after their commit did not deliver. */
  readonly late: number;
  readonly doubled: number;
  /** Changes of one object that were delivered in another order than that of their commits. */
  readonly disordered: number;
  /** Events that were delivered, but are not in the log. */
  readonly invented: number;
  /** Number of resets of a stream without a cause. */
  readonly needless: number;
  /** Number of looks at the event log that failed. */
  readonly broken: number;
}

const WRITER_COUNT = 5;
/** Number of steps of which one crashes or restores the server. */
const STEPS_PER_FAILURE = 60;

export async function simulateEventLogReads(model: EventLogReadSimulation): Promise<EventLogReadOutcome> {
  const world = await EventLogSimulation.open(model);
  try {
    const [one, two] = [await world.session(), await world.session()];
    const lookers = [one, two].map((session) => new SimulatedEventLogReader(session, world, model));
    world.lookers.push(...lookers);
    const writers: SimulatedEventLogWriter[] = [];
    for (let at = 0; at < WRITER_COUNT; at++)
      writers.push(new SimulatedEventLogWriter(await world.session(), world, SIMULATED_OBJECT_COUNT + at));
    world.writers.push(...writers);
    const { chance } = world;
    /** Crashes right after a read: the events that it delivered last are those that a server may lose. */
    const crashAfterLook = async () => {
      await finishLooks(lookers);
      await chance.pick(writers).commitOne();
      await chance.pick(lookers).lookAgain();
      await world.crash();
    };
    const blows = [() => world.crash(), crashAfterLook, () => world.takeDump(), () => world.restore()];
    for (let step = 0; step < model.steps; step++)
      if (chance.below(STEPS_PER_FAILURE) === 0) await chance.pick(blows)();
      else await chance.pick([...writers, ...lookers, ...lookers]).step();
    await finishLooks(lookers);
    for (const writer of writers) await writer.end();
    for (const looker of lookers) await looker.lookAgain();
    return findLookFaults(world, lookers);
  } finally {
    await world.close();
  }
}

/** Finishes all reads by turns, as one of them may wait for another. */
async function finishLooks(lookers: readonly SimulatedEventLogReader[]) {
  for (let open = lookers; open.length > 0; open = open.filter(({ isUnderWay }) => isUnderWay))
    for (const looker of open) if (looker.isUnderWay) await looker.step();
}

function findLookFaults(
  { commits, crashes, restores }: EventLogSimulation,
  lookers: readonly SimulatedEventLogReader[],
): EventLogReadOutcome {
  const sum = (fault: keyof SimulatedEventLogReader["faults"]) =>
    lookers.reduce((total, { faults }) => total + faults[fault], 0);
  return {
    committed: commits,
    crashes,
    restores,
    late: sum("late"),
    doubled: sum("doubled"),
    disordered: sum("disordered"),
    invented: sum("invented"),
    needless: sum("needless"),
    broken: sum("broken"),
  };
}
