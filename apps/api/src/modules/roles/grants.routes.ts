import { grantOperations } from "@leitstand/contract/operation/grants";
import { implementOperations } from "#platform/http/handler";
import { grantsWithOperations } from "./grant-list";

export const grantRoutes = implementOperations(grantOperations, {
  getGrants: () => Promise.resolve([...grantsWithOperations]),
});
