import { DASHBOARD_ROWS_MAX } from "@leitstand/contract/board/dashboard";
import type { Tx } from "#platform/database/database";
import { JsonAnswerText } from "#platform/http/handler";
import { type Principal, scopeOfGrant } from "#platform/access/principal";
import type { LocationReaderServices } from "#modules/location-readers/index";
import { selectDashboard } from "./dashboard.sql";

/** Everything that the caller may see of each kind, at one moment. */
export async function readDashboard(
  { tx, locationReaders }: LocationReaderServices & { readonly tx: Tx },
  principal: Principal,
): Promise<JsonAnswerText> {
  const positions = scopeOfGrant(principal, "getLocations");
  if (positions) locationReaders.note({ principal, purpose: "MAP", shown: { scope: positions } });
  const { json } = await selectDashboard(tx, {
    rowsMax: DASHBOARD_ROWS_MAX,
    user_id: principal.user_id,
    device_id: principal.device_id,
    cases: scopeOfGrant(principal, "getCases"),
    tours: scopeOfGrant(principal, "getTours"),
    vehicles: scopeOfGrant(principal, "getVehicles"),
    positions,
    areas: scopeOfGrant(principal, "getAreas"),
    messages: scopeOfGrant(principal, "getCriticalMessages"),
  });
  return new JsonAnswerText(json);
}
