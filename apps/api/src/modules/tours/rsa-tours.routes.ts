import { rsaTourOperations } from "@leitstand/contract/tours/rsa-tours";
import { implement } from "#platform/http/handler";
import { takeTourEntry } from "./tour-entries.service";
import { changePrimary, changeSubState } from "./tour-shifts.service";
import { listTours } from "./tours.service";

export const rsaTourRoutes = implement(rsaTourOperations, {
  getRsaTours: ({ tx, scope, query }) => listTours(tx, scope, query),
  updateTourPrimary: ({ tx, scope, params, body }) => changePrimary(tx, scope, { ...body, id: params.id }),
  updateRsaTourStartedSubState: (call) =>
    takeTourEntry(call, {
      operation: "updateTourStartedSubState",
      id: call.params.id,
      change: () => changeSubState(call.tx, call.scope, { ...call.body, id: call.params.id, now: call.now }),
    }),
});
