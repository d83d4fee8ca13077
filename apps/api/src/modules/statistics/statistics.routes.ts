import { statisticsOperations } from "@leitstand/contract/board/statistics";
import { implementOperations } from "#platform/http/handler";
import {
  countDeliveredCases,
  listLongActiveTours,
  listCasesWithoutAddresses,
  listEarlyPickups,
  listTopAddresses,
  listUnassignedCases,
} from "./statistics.service";

export const statisticsRoutes = implementOperations(statisticsOperations, {
  getActiveToursStatistics: (call) => listLongActiveTours(call.tx, call, call.query.duration),
  getCasesWithoutAddressesStatistics: (call) =>
    listCasesWithoutAddresses(call.tx, call, call.query.cases_age_threshold_in_hours),
  getDeliveredCasesStatistics: (call) => countDeliveredCases(call.tx, call, call.query.cases_age_threshold_in_hours),
  getTopDestinationAddressesStatistics: (call) => listTopAddresses(call.tx, call, { ...call.query, side: "TARGET" }),
  getTopSourceAddressesStatistics: (call) => listTopAddresses(call.tx, call, { ...call.query, side: "SOURCE" }),
  getUnassignedCasesStatistics: (call) => listUnassignedCases(call.tx, call, call.query.due_to),
  getUnassignedCasesEarlyPickupStatistics: (call) => listEarlyPickups(call.tx, call),
});
