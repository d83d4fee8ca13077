import { grantOperations } from "@leitstand/contract/operation/grants";
import { implementOperations } from "#platform/http/handler";
import { grantList } from "./grant-list";

export const grantRoutes = implementOperations(grantOperations, {
  getGrants: () => Promise.resolve([...grantList]),
});
