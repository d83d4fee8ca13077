import type { Case } from "@leitstand/contract/cases/case";
import type { CaseStub } from "@leitstand/contract/cases/case-stub";
import { linkOfTour } from "./fold.ts";
import type { OutboxContent, OutboxEntry } from "./outbox-row.ts";

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
