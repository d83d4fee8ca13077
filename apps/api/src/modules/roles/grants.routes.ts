import { grantOperations } from "@leitstand/contract/operation/grants";
import { implement } from "#platform/module";
import { grantList } from "./grant-list";

export const grantRoutes = implement(grantOperations, {
  getGrants: () => Promise.resolve([...grantList]),
});
