import { dashboardOperations } from "@leitstand/contract/dashboard";
import { wantsStream } from "#platform/http/gate";
import { implement, raw, type Services } from "#platform/module";
import { readDashboard } from "./dashboard.service";

export const createDashboardRoutes = ({ db, live }: Services) =>
  implement(dashboardOperations, {
    getDashboard: raw(async ({ principal, request, reply }) =>
      wantsStream(dashboardOperations.getDashboard, request)
        ? live.stream(request, reply, principal)
        : readDashboard(db.read(principal.tenant_id, "long"), principal),
    ),
  });
