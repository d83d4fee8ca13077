import { Sealing } from "#platform/process/sealing";
import { aFuneralCase } from "../../testing/cases";
import { aCrew, dispatchGrants } from "../../testing/dispatch";
import type { TenantFixture } from "../../testing/fixtures";
import type { Session, TestApi } from "../../testing/start-api";
import { testOptions } from "../../testing/start-node";
import { correctHandovers } from "./index";

const confirmed = { identity_confirmed: true, belongings_confirmed: true };
const grants = [...dispatchGrants, "sendCargoHandoverConfirmation"];

/** A transport on the way to be delivered, and an office that writes about it. */
export async function aDeliveredTransport(api: TestApi, given?: TenantFixture) {
  const tenant = given ?? (await api.aTenant());
  const office = await api.bearer({ tenant, grants });
  const { driver, tour_id } = await aCrew(api, tenant, {});
  const { id, natural_id, lock_version } = await office.createCase(aFuneralCase());
  await office.receiveAction({ id, lock_version, action: "ASSIGN", tour_id });
  const act = async (action: object) => {
    const { lock_version: version } = await office.getCase({ id });
    return driver.receiveAction({ id, lock_version: version, tour_id, ...action } as Parameters<
      Session["receiveAction"]
    >[0]);
  };
  for (const action of ["ACCEPT", "START", "ARRIVE"]) await act({ action });
  await act({ action: "LOAD", payload: confirmed });
  const deliver = (received_by = "M. Huber") =>
    act({ action: "DELIVER", payload: { received_by, signature: "M0 0L90 90", belongings_confirmed: true } });
  return { tenant, office, id, natural_id, deliver, undo: () => act({ action: "UNDO" }) };
}

/** As housekeeping does it. */
export const correctAll = ({ db, clock, dataDir }: TestApi) =>
  correctHandovers({ db, clock, sealing: new Sealing(testOptions(db).sealingKeys ?? [], dataDir) });
