import { createMemory, untilForgotten } from "./memory.ts";
import { ApiProblem } from "@leitstand/client/problem";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { isStub } from "#outbox/resolve.ts";
import { record } from "./act.ts";
import { api } from "./api.ts";
import { lookUp } from "./conflict.ts";
import { shift } from "./shift.ts";
import { runningTour } from "./shown-shift.ts";

/** Cases that are passed to other crews, and undone forwards. */

export interface ForwardBranch {
  readonly id: string;
  readonly name: string;
}

/** Branches that the driver works for; without the grant to read them, the one of the tour. Throws without network. */
export async function branchesToForwardTo(): Promise<readonly ForwardBranch[]> {
  try {
    return (await api.getBranches()).filter(({ active }) => active);
  } catch (error) {
    const { branch } = runningTour(shift.get()) ?? {};
    if (error instanceof ApiProblem && error.status === 403 && branch) return [branch];
    throw error;
  }
}

/** Forwarded cases that can still be undone, by the server; they contain no names. */
export const passedOn = createMemory<readonly CaseStub[]>([]);
const LOOKED_UP_MAX = 20;

/** Fetches forwarded cases. Throws without network. */
export async function findPassedOn(tour_id: string) {
  const isStillWanted = untilForgotten();
  const { forwarded_cases = [] } = await api.getTour({ id: tour_id });
  const found = await Promise.all(forwarded_cases.slice(-LOOKED_UP_MAX).map(({ id }) => lookUp(id)));
  if (!isStillWanted()) return;
  passedOn.set(
    found.flatMap((fresh) =>
      fresh !== undefined && isStub(fresh) && fresh.state.actions.includes("FORWARD_ROLLBACK") ? [fresh] : [],
    ),
  );
}

export async function takeBack({ id, tour_id, lock_version }: CaseStub) {
  await record([{ op: "receiveAction", body: { id, tour_id, action: "FORWARD_ROLLBACK" } }], { seen: lock_version });
  passedOn.set(passedOn.get().filter((stub) => stub.id !== id));
}
