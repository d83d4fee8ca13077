import { describe, expect, it } from "vitest";
import { funeralCaseRequest } from "../../testing/cases";
import { dispatchGrants } from "../../testing/dispatch";
import { insertTour, insertVehicle, setLastVehiclePosition } from "../../testing/fleet";
import { startApi } from "../../testing/start-api";

const grants = ["solveRouting", "getSuggestions", "createAddress", ...dispatchGrants];
const COLD_STORE_POSITION = { lon: 15.44, lat: 47.11 };

describe("plans of tours", () => {
  const api = startApi();

  async function aDispatcher() {
    const dispatcher = await api.signIn(...grants);
    const { tenant } = dispatcher.session;
    const vehicle = await insertVehicle(api.db, tenant.id);
    const tour = await insertTour(api.db, tenant.id, { vehicleIds: [vehicle] });
    await setLastVehiclePosition(api.db, { vehicleId: vehicle });
    const draft = funeralCaseRequest();
    const job = await dispatcher.createCase({
      ...draft,
      funeral_data: {
        ...(draft.funeral_data as NonNullable<typeof draft.funeral_data>),
        source_address: { lon: 15.44, lat: 47.09 },
        target_address: COLD_STORE_POSITION,
      },
    });
    return { dispatcher, tour, job };
  }

  it("a plan waits for the opening hours of the address book, and reports when cold storage comes later than the law allows", async () => {
    api.clock.freeze();
    const { dispatcher, tour, job } = await aDispatcher();
    const tomorrow = viennaWeekdayAndTime(new Date(api.clock.now().getTime() + 24 * 3_600_000));
    const closed = Object.fromEntries(["d0", "d1", "d2", "d3", "d4", "d5", "d6"].map((day) => [day, []]));
    await dispatcher.createAddress({
      name: "Prosektur",
      ...COLD_STORE_POSITION,
      cold_storage: true,
      opening_hours: { ...closed, [tomorrow.key]: [{ from: "10:00", to: "12:00" }] },
    });
    const { routes } = await dispatcher.solveRouting({ case_ids: [job.id], tour_ids: [tour] });
    const delivery = routes[0]?.stops.find(({ kind }) => kind === "DELIVERY");
    expect(viennaWeekdayAndTime(new Date(delivery?.begins_at ?? 0))).toEqual({ ...tomorrow, time: "10:00" });
    expect(delivery?.violations).toMatchObject([{ constraint: "DELAY", level: "CRITICAL", case_id: job.id }]);
    const [suggested] = (await dispatcher.getSuggestions({ case_id: job.id })).suggestions;
    expect(suggested).toMatchObject({ level: "CRITICAL", violations: [{ constraint: "DELAY", case_id: job.id }] });
  });

  it("a plan gives a crew only one break, and waits until a crew on its break has finished it", async () => {
    api.clock.freeze();
    const { dispatcher, tour, job } = await aDispatcher();
    const plan = async () =>
      (await dispatcher.solveRouting({ case_ids: [job.id], tour_ids: [tour] })).routes[0]?.stops ?? [];
    expect((await plan()).map(({ kind }) => kind)).toContain("BREAK");
    await dispatcher.updateTourStartedSubState({ id: tour, started_sub_state: "ON_A_BREAK" });
    const stops = await plan();
    expect(stops.map(({ kind }) => kind)).not.toContain("BREAK");
    const wait = Date.parse(stops[0]?.leaves_at ?? "") - api.clock.now().getTime();
    expect(Math.round(wait / 60_000)).toBe(30);
    await dispatcher.updateTourStartedSubState({ id: tour, started_sub_state: "ACTIVE" });
    expect((await plan()).map(({ kind }) => kind)).not.toContain("BREAK");
  });
});

const WEEKDAY_KEYS = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"];

/** Key of the opening hours, and time of day, in the tenant's zone. */
function viennaWeekdayAndTime(date: Date): { key: string; time: string } {
  const format = new Intl.DateTimeFormat("en-GB", {
    timeZone: "Europe/Vienna",
    weekday: "short",
    hour: "2-digit",
    minute: "2-digit",
  });
  const parts = Object.fromEntries(format.formatToParts(date).map(({ type, value }) => [type, value]));
  return { key: `d${WEEKDAY_KEYS.indexOf(parts.weekday ?? "")}`, time: `${parts.hour}:${parts.minute}` };
}
