import { bucketOfLinkState } from "@leitstand/contract/cases/case-rules";
import type { ActionWarning } from "../facts/case-decision";
import type { ActionEffect, LinkHistoryStep } from "./action-effect";
import type { ChangeableCaseData, StoredCaseHistoryRow, LinkColumns, SnapshotLink } from "../facts/case-snapshot";
import type { ActionRequestOnLink } from "../facts/case-request";
import { findLastStepOfLink, listValidHistoryRowsOfGroup } from "../facts/undo";

/** UNDO: for every row of the newest step's group, a new row restores its link. */
export function computeUndoEffect(request: ActionRequestOnLink): ActionEffect {
  const { snapshot, tour } = request;
  const last = findLastStepOfLink(snapshot, tour.id);
  if (last === undefined) return { steps: [] };
  const group = listValidHistoryRowsOfGroup(snapshot, last);
  // The caller's own link comes first: its row is the one that is shown and that keeps the case's data.
  const ordered = [last, ...group.filter((row) => row.id !== last.id)];
  const data: Partial<ChangeableCaseData> = Object.assign({}, ...group.map((row) => row.before.case));
  const steps = ordered.map((row) => restoreLinkStep(request, row));
  return { steps, data, warnings: steps.flatMap(warnOfLostCase) };
}

function restoreLinkStep({ snapshot, actor }: ActionRequestOnLink, row: StoredCaseHistoryRow): LinkHistoryStep {
  const link = snapshot.links.find(({ tour_id }) => tour_id === row.tour_id);
  if (link === undefined || row.before.link === null)
    return { transition: "UNDO", tour: null, after: null, undoes: row.id };
  const after = {
    ...restorableLinkColumns(row.before.link, link),
    device_received_at: link.device_received_at,
    last_actor: actor.kind,
  };
  return { transition: "UNDO", tour: link.tour, after, undoes: row.id };
}

/**
 * Link columns to restore. A tour that has ended cannot work on: its link stays closed and the case waits for another
 * tour.
 */
const restorableLinkColumns = (before: LinkColumns, link: SnapshotLink): LinkColumns =>
  bucketOfLinkState(before.state) === "open" && link.tour.status === "FINISHED"
    ? { ...before, bucket: "unassigned" }
    : before;

const warnOfLostCase = ({ tour, after }: LinkHistoryStep): ActionWarning[] =>
  tour !== null && after?.bucket === "unassigned" ? [{ code: "LINK_NOT_RESTORED", tour_id: tour.id }] : [];
