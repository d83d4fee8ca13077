import { rsaTourOperations } from "@leitstand/contract/tours/rsa-tours";
import { implementOperations } from "#platform/http/handler";
import { performTourEntry } from "./tour-entries.service";
import { changePrimaryMark, changeSubState } from "./tour-shifts.service";
import { listTours } from "./tours.service";

export const rsaTourRoutes = implementOperations(rsaTourOperations, {
  getRsaTours: ({ tx, scope, query }) => listTours(tx, scope, query),
  updateTourPrimary: ({ tx, scope, params, body }) => changePrimaryMark(tx, scope, { ...body, id: params.id }),
  updateRsaTourStartedSubState: (call) =>
    performTourEntry(call, {
      operation: "updateTourStartedSubState",
      id: call.params.id,
      change: () => changeSubState(call.tx, call.scope, { ...call.body, id: call.params.id, now: call.now }),
    }),
});
