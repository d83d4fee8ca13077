import { oeamtcOperations } from "@leitstand/contract/partners/oeamtc";
import { implement } from "#platform/http/handler";
import { updatePartnerCase, passOn } from "./oeamtc.service";
import { askForCaseCallback, askForTourCallback, finish } from "./partner-requests.service";

export const oeamtcRoutes = implement(oeamtcOperations, {
  createOeamtcCase: (call) => passOn(call.tx, call, call.body),
  updateOeamtcCase: (call) => updatePartnerCase(call.tx, call, { ...call.body, id: call.params.id }),
  requestOeamtcCaseCallback: (call) => askForCaseCallback(call.tx, call, { ...call.body, id: call.params.id }),
  finishOeamtcCase: (call) => finish(call.tx, call, { ...call.body, id: call.params.id }),
  requestOeamtcTourCallback: (call) => askForTourCallback(call.tx, call, { ...call.body, id: call.params.id }),
});
