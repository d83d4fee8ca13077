import { grantOperations } from "@leitstand/contract/operation/grants";
import { implement } from "#platform/http/handler";
import { grantList } from "./grant-list";

export const grantRoutes = implement(grantOperations, {
  getGrants: () => Promise.resolve([...grantList]),
});
