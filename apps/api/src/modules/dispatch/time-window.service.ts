import type { CaseTimeWindowRequest } from "@leitstand/contract/cases/case-changes";
import type { Static } from "@leitstand/contract/core/schema";
import type { Tx } from "#platform/database/database";
import type { Principal } from "#platform/access/principal";
import { type LoadedCaseSnapshot, loadCaseSnapshotAsTimer } from "#modules/case-snapshots/index";
import { changeTimeWindow, getCaseAnswer, type CaseReader } from "#modules/cases/index";
import { alarmCrew } from "./case-notices.service";

type TimeWindowRequest = Static<typeof CaseTimeWindowRequest>;

/** Moves the times of a case, and notifies the crews that have it. */
export async function changeTimeWindowAndNotifyCrews(
  call: CaseReader & { readonly tx: Tx },
  id: string,
  request: TimeWindowRequest,
) {
  const { tx, principal } = call;
  const changed = await changeTimeWindow(tx, call, { ...request, id });
  if (changed) await notifyCrewsOfNewTimes(tx, id, principal);
  return getCaseAnswer(tx, call, id);
}

async function notifyCrewsOfNewTimes(tx: Tx, id: string, principal: Principal) {
  const snapshot = await loadCaseSnapshotAsTimer(tx, id);
  if (snapshot === undefined) return;
  for (const { tour_id, bucket } of snapshot.links) {
    if (bucket === "open" && !isCrewMember(snapshot, tour_id, principal))
      alarmCrew(tx, snapshot, { tour_id, topic: "CASE_CHANGED", channel: "PUSH" });
  }
}

const isCrewMember = ({ crews }: LoadedCaseSnapshot, tour_id: string, { user_id, device_id }: Principal) => {
  const crew = crews.get(tour_id)?.crew;
  return (
    crew !== undefined &&
    ((user_id !== null && crew.user_ids.includes(user_id)) || crew.devices.some(({ id }) => id === device_id))
  );
};
