import { caseOperations } from "@leitstand/contract/cases/cases";
import { linkReceiptOperations } from "@leitstand/contract/cases/link-receipts";
import { caseApprovalOperations } from "@leitstand/contract/cases/case-changes";
import { implementOperations } from "#platform/http/handler";
import { approveCase, withdrawApproval } from "./changes/case-approval.service";
import { getCase } from "./case-reader.service";
import { changeCase, createCase } from "./cases.service";
import { confirmLinkReceipts } from "./link-receipts.service";

export const caseRoutes = implementOperations(caseOperations, {
  createCase: (call) => createCase(call.tx, call, call.body),
  getCase: (call) => getCase(call.tx, call, { ...call.params, ...call.query }),
  updateCase: (call) => changeCase(call.tx, call, { ...call.body, id: call.params.id }),
});

export const caseApprovalRoutes = implementOperations(caseApprovalOperations, {
  approveCase: (call) => approveCase(call.tx, call, { ...call.body, id: call.params.id }),
  withdrawCaseApproval: (call) => withdrawApproval(call.tx, call, { ...call.body, id: call.params.id }),
});

export const linkReceiptRoutes = implementOperations(linkReceiptOperations, {
  confirmReceipt: ({ tx, scope, body, now }) => confirmLinkReceipts(tx, scope, { ...body, now }),
});
