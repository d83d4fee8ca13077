import { rsaTourOperations } from "@leitstand/contract/tours/rsa-tours";
import { implement } from "#platform/http/handler";
import { changePrimary, changeSubState } from "./tour-shifts.service";
import { listTours } from "./tours.service";

export const rsaTourRoutes = implement(rsaTourOperations, {
  getRsaTours: ({ tx, scope, query }) => listTours(tx, scope, query),
  updateTourPrimary: ({ tx, scope, params, body }) => changePrimary(tx, scope, { ...body, id: params.id }),
  updateRsaTourStartedSubState: ({ tx, scope, params, body, now }) =>
    changeSubState(tx, scope, { ...body, id: params.id, now }),
});
