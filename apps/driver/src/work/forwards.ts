/** Cases that are passed to other crews, and undone forwards. */
import { createResettableStore, createMemoryResetCheck } from "./memory.ts";
import { ApiProblem } from "@leitstand/client/problem";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { isCaseStub } from "#outbox/resolve.ts";
import { storeDriverOperations } from "./act.ts";
import { api } from "./api.ts";
import { fetchCaseOrStub } from "./conflict.ts";
import { shiftStore } from "./shift.ts";
import { findRunningTour } from "./shown-shift.ts";

export interface ForwardTargetBranch {
  readonly id: string;
  readonly name: string;
}

/**
 * Branches that the driver works for; without the grant to read them, only the tour's branch. Throws without network.
 */
export async function fetchForwardTargetBranches(): Promise<readonly ForwardTargetBranch[]> {
  try {
    return (await api.getBranches()).filter(({ active }) => active);
  } catch (error) {
    const { branch } = findRunningTour(shiftStore.get()) ?? {};
    if (error instanceof ApiProblem && error.status === 403 && branch) return [branch];
    throw error;
  }
}

/** Forwarded cases that can still be undone, by the server; they contain no names. */
export const forwardedCases = createResettableStore<readonly CaseStub[]>([]);
const FORWARDED_CASES_MAX = 20;

/** Fetches forwarded cases. Throws without network. */
export async function fetchForwardedCases(tour_id: string) {
  const isStillWanted = createMemoryResetCheck();
  const { forwarded_cases = [] } = await api.getTour({ id: tour_id });
  const found = await Promise.all(forwarded_cases.slice(-FORWARDED_CASES_MAX).map(({ id }) => fetchCaseOrStub(id)));
  if (!isStillWanted()) return;
  forwardedCases.set(
    found.flatMap((fresh) =>
      fresh !== undefined && isCaseStub(fresh) && fresh.state.actions.includes("FORWARD_ROLLBACK") ? [fresh] : [],
    ),
  );
}

export async function undoForward({ id, tour_id, lock_version }: CaseStub) {
  await storeDriverOperations([{ op: "receiveAction", body: { id, tour_id, action: "FORWARD_ROLLBACK" } }], {
    seen: lock_version,
  });
  forwardedCases.set(forwardedCases.get().filter((stub) => stub.id !== id));
}
