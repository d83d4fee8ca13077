import { rsaTourOperations } from "@leitstand/contract/tours/rsa-tours";
import { implementOperations } from "#platform/http/handler";
import { performTourPhoneEntryOnce } from "./tour-entries.service";
import { changeTourPrimaryMark, changeTourSubState } from "./tour-shifts.service";
import { listTours } from "./tours.service";

export const roadsideTourRoutes = implementOperations(rsaTourOperations, {
  getRsaTours: ({ tx, scope, query }) => listTours(tx, scope, query),
  updateTourPrimary: ({ tx, scope, params, body }) => changeTourPrimaryMark(tx, scope, { ...body, id: params.id }),
  updateRsaTourStartedSubState: (call) =>
    performTourPhoneEntryOnce(call, {
      operation: "updateTourStartedSubState",
      id: call.params.id,
      change: () => changeTourSubState(call.tx, call.scope, { ...call.body, id: call.params.id, now: call.now }),
    }),
});
