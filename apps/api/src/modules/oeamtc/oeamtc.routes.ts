import { oeamtcOperations } from "@leitstand/contract/partners/oeamtc";
import { implementOperations } from "#platform/http/handler";
import { updatePartnerCase, createOrUpdatePartnerCase } from "./oeamtc.service";
import {
  requestPartnerCallbackForCase,
  requestPartnerCallbackForTour,
  finishPartnerCase,
} from "./partner-requests.service";

export const oeamtcRoutes = implementOperations(oeamtcOperations, {
  createOeamtcCase: (call) => createOrUpdatePartnerCase(call.tx, call, call.body),
  updateOeamtcCase: (call) => updatePartnerCase(call.tx, call, { ...call.body, id: call.params.id }),
  requestOeamtcCaseCallback: (call) =>
    requestPartnerCallbackForCase(call.tx, call, { ...call.body, id: call.params.id }),
  finishOeamtcCase: (call) => finishPartnerCase(call.tx, call, { ...call.body, id: call.params.id }),
  requestOeamtcTourCallback: (call) =>
    requestPartnerCallbackForTour(call.tx, call, { ...call.body, id: call.params.id }),
});
