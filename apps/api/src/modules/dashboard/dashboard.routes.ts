import { dashboardOperations } from "@leitstand/contract/board/dashboard";
import { wantsStream } from "#platform/http/gate";
import { implement, raw, type Services } from "#platform/http/handler";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { readDashboard } from "./dashboard.service";

export const createDashboardRoutes = ({ db, live, locationReaders }: Services & LocationReaderServices) =>
  implement(dashboardOperations, {
    getDashboard: raw(async (call) =>
      wantsStream(dashboardOperations.getDashboard, call.request)
        ? live.stream(call, dashboardOperations.getDashboard)
        : readDashboard({ tx: db.read(call.principal.tenant_id, "long"), locationReaders }, call.principal),
    ),
  });
