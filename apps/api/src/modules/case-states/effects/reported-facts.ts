import type { AcceptedCaseAction, CrewConfirmations } from "../facts/case-decision";
import { type ResolvedActionRequest, readPayloadField } from "../facts/case-request";

/**
 * Facts that the crew reports along with an action. They are true whatever becomes of the action, so UNDO leaves them
 * as they are.
 */
export function extractCrewReportedFacts(
  request: ResolvedActionRequest,
): Pick<AcceptedCaseAction, "confirmed" | "findings" | "note"> {
  const confirmed = confirmedFactsOf(request);
  const photosMissing = readPayloadField(request, "photos_missing_reason");
  const { notes, ...findings } = readPayloadField(request, "findings") ?? {};
  const belongingsNote =
    request.snapshot.case.data_type === "FUNERAL" ? readPayloadField(request, "belongings_note") : undefined;
  return { confirmed, findings, note: joinNoteTexts([belongingsNote, notes, photosMissing]) };
}

function joinNoteTexts(texts: readonly (string | undefined)[]): string | null {
  const said = texts.filter((text) => text !== undefined);
  return said.length === 0 ? null : said.join("\n");
}

function confirmedFactsOf(request: ResolvedActionRequest): CrewConfirmations {
  const belongings = readPayloadField(request, "belongings");
  const { identity_confirmed, belongings_confirmed } = request.command?.payload ?? {};
  const isConfirmed = belongings !== undefined || belongings_confirmed === true;
  return {
    identity: identity_confirmed === true,
    belongings: isConfirmed ? { ...belongings, confirmation: true } : null,
  };
}
