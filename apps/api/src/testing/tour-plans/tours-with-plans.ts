import type { CaseCreateRequest } from "@leitstand/contract/cases/case";
import { sql } from "#platform/database/sql";
import { funeralCaseRequest, funeralDataExample } from "../cases";
import { createTestTourCrew, dispatchGrants } from "../dispatch";
import type { ApiSession, TestApi } from "../start-api";
import { setLastVehiclePosition } from "../fleet";

/** A place this many kilometres north of the start of all tours. */
export const pointKilometresNorthOfTourStart = (north: number) => ({ lat: 47 + north / 111.2, lon: 15.44 });

/** Transport between two places given in kilometres north of the start of the tours. */
export const transportCaseRequestBetween = (from: number, to: number, given: Partial<CaseCreateRequest> = {}) =>
  funeralCaseRequest({
    funeral_data: {
      ...funeralDataExample,
      source_address: { ...funeralDataExample.source_address, ...pointKilometresNorthOfTourStart(from) },
      target_address: { name: "Zentralfriedhof", city: "Graz", ...pointKilometresNorthOfTourStart(to) },
    },
    ...given,
  });

/** Stops of a plan by the names that a test has for its cases. */
export const stopNamesOf = (
  plan: { stops: readonly { case_id: string | null; kind: string }[] },
  names: Readonly<Record<string, string>>,
) => plan.stops.map(({ case_id, kind }) => `${names[case_id ?? ""]} ${kind}`);

/** Makes running tours, and cases on them that have a place. */
export function createToursWithPlans(api: TestApi) {
  const hoursAhead = (hours: number) => new Date(api.clock.now().getTime() + hours * 3_600_000);
  const reports = (tour_id: string, north: number) =>
    setLastVehiclePosition(api.db, { tourId: tour_id }, pointKilometresNorthOfTourStart(north));
  return {
    aDispatcher: (...more: string[]) => api.signIn(...dispatchGrants, ...more),
    /** Sets the position that the vehicle reports. */
    reports,
    /** Makes a tour short enough to owe its crew no break. */
    aTour: async (dispatcher: ApiSession) => {
      const { tour_id, driver } = await createTestTourCrew(api, dispatcher.session.tenant, { capacity: 5 });
      await api.db.system.run(
        sql`update tours set started_at = ${api.clock.now()}, scheduled_end_at = ${hoursAhead(5)} where id = ${tour_id}`,
      );
      await reports(tour_id, 0);
      return { tour_id, driver };
    },
    assigned: async (dispatcher: ApiSession, tour_id: string, draft = transportCaseRequestBetween(5, 10)) => {
      const { id, lock_version } = await dispatcher.createCase(draft);
      await dispatcher.receiveAction({ id, action: "ASSIGN", tour_id, lock_version });
      return id;
    },
    /** Lets the two seconds pass in which a plan waits for further changes. */
    settle: async () => {
      api.clock.advance({ seconds: 3 });
      return api.app.plans.runDue();
    },
  };
}
