import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { linkOfTour } from "./fold.ts";
import {
  isOutboxChainOfCase,
  START_GIVEN_UP,
  idOfTourStartedBy,
  type OutboxContent,
  type OutboxEntry,
  type UnencryptedOutboxFields,
} from "./outbox-row.ts";

/** Whether the case, fetched again after a refusal, is only a stub. */
export const isCaseStub = (fresh: Case | CaseStub): fresh is CaseStub => "rows" in fresh;

/** Whether the crew still works on the case, so that refused steps may be tried again. */
export const isStillOnTour = (fresh: Case | CaseStub | undefined, tour_id: string): fresh is Case =>
  fresh !== undefined && !isCaseStub(fresh) && linkOfTour(fresh, tour_id)?.bucket === "open";

/**
 * Notes on refused entries that stay with the case, each for the time of its entry. Entries without a case, and notes
 * that were late before, give none: the server would not take them.
 */
export const notesOfRefusedEntries = (
  entries: readonly OutboxEntry[],
  textOf: (content: OutboxContent) => string,
): { readonly entry: OutboxEntry; readonly note: OutboxContent }[] =>
  entries.flatMap((entry) => {
    const note = lateNoteOf(entry, textOf);
    return note === undefined ? [] : [{ entry, note }];
  });

function lateNoteOf(
  { content, action_id }: OutboxEntry,
  textOf: (content: OutboxContent) => string,
): OutboxContent | undefined {
  const kind = "LATE_ENTRY";
  switch (content.op) {
    case "receiveAction": {
      const { id, action } = content.body;
      return { op: "createCaseComment", body: { id, text: textOf(content), kind, action, action_id } };
    }
    case "setTodoCompleted":
      return { op: "createCaseComment", body: { id: content.body.case_id, text: textOf(content), kind } };
    case "createCaseComment":
      return content.body.kind === kind ? undefined : { ...content, body: { ...content.body, kind } };
    default:
      return undefined;
  }
}

/**
 * Entries that are sent again on confirmation: todos, and all steps from the first one on that the case still allows.
 */
export const resendableEntries = (
  fresh: Case,
  entries: readonly OutboxEntry[],
  tour_id: string,
): readonly OutboxEntry[] => {
  const allowed = linkOfTour(fresh, tour_id)?.actions ?? [];
  const first = entries.findIndex(
    ({ content }) => content.op === "receiveAction" && allowed.includes(content.body.action),
  );
  const isRepeated = (index: number) => first >= 0 && index >= first;
  return entries.filter(({ content }, index) => content.op !== "receiveAction" || isRepeated(index));
};

interface KnownTour {
  readonly id: string;
  readonly status: string;
}

const isTourRunning = (tours: readonly KnownTour[], tour_id: string) =>
  tours.some(({ id, status }) => id === tour_id && status === "STARTED");

/**
 * Entries of a chain on which the driver decides together: those that were refused, and those held behind them. A
 * refused start takes with it all that waits in the chain of its tour; once others have begun the tour, only further
 * starts.
 */
export function entriesToDecideOn(
  entries: readonly OutboxEntry[],
  chain: string,
  tours: readonly KnownTour[],
): readonly OutboxEntry[] {
  const unsent = entries.filter((entry) => entry.chain === chain && entry.status !== "sent");
  const refused = unsent.filter(({ status }) => status === "refused");
  const tour_id = refused.map(idOfTourStartedBy).find((id) => id !== undefined);
  const goesAlong = (entry: OutboxEntry) =>
    tour_id !== undefined && (idOfTourStartedBy(entry) === tour_id || !isTourRunning(tours, tour_id));
  return unsent.filter((entry) => entry.status !== "waiting" || goesAlong(entry));
}

/** The planned tour whose start the server has refused, while it can still begin. */
export const tourToStartAgain = <T extends KnownTour>([refused]: readonly OutboxEntry[], tours: readonly T[]) => {
  const tour_id = refused && idOfTourStartedBy(refused);
  return tours.find(({ id, status }) => id === tour_id && status === "SCHEDULED");
};

/**
 * Steps that have waited for the start of a shift which is now given up: sent, each would be refused, unless the tour
 * has been started by others. The first one of each case tells why they are held. Messages that were read and notes do
 * not rest on the shift.
 */
export function stepsLeftWithoutStart<R extends UnencryptedOutboxFields>(
  rows: readonly R[],
  dropped: readonly OutboxEntry[],
  tours: readonly KnownTour[],
): Pick<R, "seq" | "refusal">[] {
  const starts = dropped.flatMap(({ content, action_id }) =>
    content.op === "startTour" && !isTourRunning(tours, content.body.id) ? [action_id] : [],
  );
  const left = rows
    .filter(
      ({ status, needs, chain }) =>
        status === "waiting" && needs !== null && starts.includes(needs) && isOutboxChainOfCase(chain),
    )
    .toSorted((a, b) => a.seq - b.seq);
  const first = new Set(left.filter(({ chain }, index) => left.findIndex((row) => row.chain === chain) === index));
  return left.map((row) => ({ seq: row.seq, refusal: first.has(row) ? START_GIVEN_UP : null }));
}
