/** Many writers that change one object at the same time. */
import { ApiProblem } from "@leitstand/client/problem";
import type { TestApi } from "../start-api";

export const CONCURRENT_WRITER_COUNT = 16;
/** Writers that try at once; one that loses waits until another has won, or the machine would do nothing but refuse. */
const PARALLEL_ATTEMPTS = 3;

/** Runs all writers; returns how many writes were acknowledged, and how many had to be repeated. */
export async function runConcurrentIncrements(increments: number, increment: () => Promise<unknown>) {
  let [acknowledged, conflicts, trying] = [0, 0, CONCURRENT_WRITER_COUNT];
  const waiting: (() => void)[] = [];
  const letOneTry = () => {
    if (waiting.length > 0) trying++;
    waiting.shift()?.();
  };
  const stepBack = () => {
    if (trying <= PARALLEL_ATTEMPTS) return undefined;
    trying--;
    return new Promise<void>((resolve) => waiting.push(resolve));
  };
  const write = async () => {
    for (let own = 0; own < increments; ) {
      try {
        await increment();
        own++;
        acknowledged++;
        letOneTry();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.code !== "LOCK_VERSION_CONFLICT") throw error;
        conflicts++;
        await stepBack();
      }
    }
    trying--;
    letOneTry();
  };
  await Promise.all(Array.from({ length: CONCURRENT_WRITER_COUNT }, write));
  return { acknowledged, conflicts };
}

/**
 * Lets all writers count in a vehicle's description; returns the number of acknowledged writes and the stored number.
 */
export async function incrementVehicleFieldConcurrently(api: TestApi, increments: number) {
  const dispatcher = await api.signIn("createVehicle", "getVehicles", "updateVehicle");
  const fields = { license_plate: "G 16 HL", active: true, capacity: 2 };
  const { id } = await dispatcher.createVehicle({ ...fields, description: "0" });
  const { acknowledged, conflicts } = await runConcurrentIncrements(increments, async () => {
    const { description, lock_version } = await dispatcher.getVehicle({ id });
    await dispatcher.updateVehicle({ ...fields, id, lock_version, description: String(Number(description) + 1) });
  });
  const { description, lock_version } = await dispatcher.getVehicle({ id });
  return { acknowledged, conflicts, value: Number(description), lock_version };
}
