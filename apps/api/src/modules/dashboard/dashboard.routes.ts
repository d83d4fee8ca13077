import { dashboardOperations } from "@leitstand/contract/board/dashboard";
import { wantsStream } from "#platform/http/gate";
import { implementOperations, defineRawConnectionHandler, type SharedServices } from "#platform/http/handler";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { readDashboard } from "./dashboard.service";

export const createDashboardRoutes = ({ db, live, locationReaders }: SharedServices & LocationReaderServices) =>
  implementOperations(dashboardOperations, {
    getDashboard: defineRawConnectionHandler(async (call) =>
      wantsStream(dashboardOperations.getDashboard, call.request)
        ? live.stream(call, dashboardOperations.getDashboard)
        : readDashboard({ tx: db.read(call.principal.tenant_id, "long"), locationReaders }, call.principal),
    ),
  });
