import { createClient } from "@leitstand/client/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { noProviderSettings } from "#platform/providers/providers";
import { sql } from "#platform/database/sql";
import { serverMisbehaviours, stallForever, startStandInServer } from "../../testing/stand-in";
import { type ApiSession, startApi } from "../../testing/start-api";
import { startTestServerNode, type TestNode } from "../../testing/start-node";

const GRAZ = [15.4395, 47.0707];
const WEIZ = [15.6245, 47.2171];
const osrmAnswer = (name: string) => ({
  code: "Ok",
  routes: [
    {
      distance: 25_000,
      duration: 1800,
      geometry: { coordinates: [GRAZ, WEIZ] },
      legs: [
        {
          distance: 25_000,
          duration: 1800,
          steps: [
            { distance: 25_000, duration: 1800, name, maneuver: { type: "turn", modifier: "left", location: GRAZ } },
          ],
        },
      ],
    },
  ],
  waypoints: [
    { location: GRAZ, distance: 2 },
    { location: WEIZ, distance: 1 },
  ],
});

describe("directions", () => {
  const api = startApi();
  const standIn = startStandInServer();
  let node: TestNode;
  beforeAll(async () => {
    node = await openNode(20_000);
  });
  afterAll(() => node?.stop());
  const openNode = (timeoutMs: number) => {
    const providers = { ...noProviderSettings, urls: { osrm: standIn.url }, routing: "osrm" as const, timeoutMs };
    return startTestServerNode(api.databaseUrl, () => ({ providers }));
  };
  const onNode = ({ session }: ApiSession) =>
    createClient({ baseUrl: node.url, token: () => session.token, attempts: 1 });

  it("directions without a router are marked as estimated", async () => {
    const dispatcher = await api.signIn("getDirections");
    const answer = await dispatcher.getDirections({ waypoints: [GRAZ, WEIZ, GRAZ] });
    expect(answer).toMatchObject({ source: "estimate", estimated: true, attribution: null });
    expect(answer.routes[0]?.legs).toHaveLength(2);
    expect(answer.routes[0]?.geometry).toEqual({ type: "LineString", coordinates: [GRAZ, WEIZ, GRAZ] });
    expect(answer.routes[0]?.distance_meters).toBeGreaterThan(45_000);
  });

  it("directions come from the operator's server, with instructions in the requested language or else the tenant's", async () => {
    const dispatcher = await api.signIn("getDirections");
    await api.db.system.run(sql`update tenants set language = 'de' where id = ${dispatcher.session.tenant.id}`);
    standIn.answer("/route/v1/driving/15.4395,47.0707;15.6245,47.2171", osrmAnswer("Weizer Straße"));
    const answer = await onNode(dispatcher).getDirections({ waypoints: [GRAZ, WEIZ] });
    expect(answer).toMatchObject({ source: "osrm", estimated: false, attribution: "© OpenStreetMap contributors" });
    expect(answer.routes).toMatchObject([{ distance_meters: 25_000, duration_seconds: 1800 }]);
    const stepOf = ({ routes }: typeof answer) => routes[0]?.legs[0]?.steps[0]?.instruction;
    expect(stepOf(answer)).toBe("Links abbiegen auf Weizer Straße");
    const english = await onNode(dispatcher).getDirections({ waypoints: [GRAZ, WEIZ], language: "en" });
    expect(stepOf(english)).toBe("Turn left onto Weizer Straße");
  });

  it("directions come from the router that the tenant chose", async () => {
    const dispatcher = await api.signIn("getDirections");
    await api.db.system.run(
      sql`update tenants set geocoding = '{"routing":"estimate"}' where id = ${dispatcher.session.tenant.id}`,
    );
    expect(await onNode(dispatcher).getDirections({ waypoints: [GRAZ, WEIZ] })).toMatchObject({ source: "estimate" });
    expect(standIn.asked).toEqual([]);
  });

  it("directions to a place that no road or route reaches are refused", async () => {
    const dispatcher = onNode(await api.signIn("getDirections"));
    standIn.answer("/route", { code: "NoSegment", message: "Could not find a matching segment for coordinate 1" }, 400);
    const lake = dispatcher.getDirections({ waypoints: [GRAZ, WEIZ] });
    await expect(lake).rejects.toMatchObject({ status: 422, code: "GEOMETRY_INVALID" });
    expect(await lake.catch((refusal) => [refusal.arg("reason"), refusal.arg("index")])).toEqual(["NO_ROAD", "1"]);
    standIn.answer("/route", { code: "NoRoute" }, 400);
    const island = dispatcher.getDirections({ waypoints: [GRAZ, WEIZ] });
    expect(await island.catch((refusal) => refusal.arg("reason"))).toBe("NO_WAY");
  });

  it("directions fail with an error when the routing server fails", async () => {
    const dispatcher = onNode(await api.signIn("getDirections"));
    standIn.misbehave(serverMisbehaviours["ten megabytes"]);
    await expect(dispatcher.getDirections({ waypoints: [GRAZ, WEIZ] })).rejects.toMatchObject({
      status: 502,
      code: "UPSTREAM_FAILED",
    });
  });

  it("directions time out after the limit that the operator has set", async () => {
    const hasty = await openNode(200);
    try {
      const { session } = await api.signIn("getDirections");
      const dispatcher = createClient({ baseUrl: hasty.url, token: () => session.token, attempts: 1 });
      standIn.misbehave(stallForever);
      await expect(dispatcher.getDirections({ waypoints: [GRAZ, WEIZ] })).rejects.toMatchObject({
        status: 504,
        code: "UPSTREAM_TIMEOUT",
      });
    } finally {
      await hasty.stop();
    }
  });

  it.each([
    ["one place", { waypoints: [GRAZ] }],
    ["too many places", { waypoints: Array.from({ length: 51 }, () => GRAZ) }],
    ["a place of three numbers", { waypoints: [GRAZ, [15, 47, 300]] }],
    ["a longitude that there is not", { waypoints: [GRAZ, [181, 47]] }],
    ["a latitude beyond the pole", { waypoints: [GRAZ, [47, 95]] }],
    ["text", { waypoints: [GRAZ, ["15", "47"]] as unknown as number[][] }],
  ])("a request for directions with %s is refused", async (_, body) => {
    const dispatcher = await api.signIn("getDirections");
    await expect(dispatcher.getDirections(body)).rejects.toMatchObject({ status: 400, code: "VALIDATION_FAILED" });
  });
});
