import type { JsonAnswerText } from "#platform/http/handler";
import { type PhoneEntryContext, type PhoneEntry, processPhoneEntryOnce } from "#platform/database/phone-entries";
import type { Scope } from "#platform/access/principal";
import { getTour } from "./tours.service";

interface TourEntryCall extends PhoneEntryContext {
  readonly scope: Scope;
  readonly body: PhoneEntry;
}
type TourEntryResult = Promise<{ readonly id: string; readonly answer: JsonAnswerText }>;
type TourEntryWork =
  | { readonly operation: string; readonly id: string; readonly change: () => Promise<JsonAnswerText> }
  | { readonly operation: string; readonly create: () => TourEntryResult };

/** Carries out an entry of a crew about its tour once; a repeated one is answered with the tour as it is now. */
export const performTourPhoneEntryOnce = (call: TourEntryCall, work: TourEntryWork) =>
  processPhoneEntryOnce(call, call.body, {
    of: "id" in work ? `${work.operation} ${work.id}` : work.operation,
    first: async () => ("id" in work ? { id: work.id, answer: await work.change() } : work.create()),
    again: (tour_id) => getTour(call.tx, call.scope, tour_id),
  });
