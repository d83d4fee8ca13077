import type { StreamMessage } from "@leitstand/client/event-stream";
import { describe, expect, it } from "vitest";
import { insertBranch } from "../../testing/fixtures";
import { listenToStream, announceTitledEvent } from "../../testing/live-streams";
import { type TokenBearerOptions, startApi } from "../../testing/start-api";

const grants = ["getDashboard", "getAreas", "readCalendars", "writeCalendars", "createVehicle"];
const summarizeMessage = (message: StreamMessage) =>
  message.type === "calendar"
    ? [`${message.data.change} ${message.data.resource_type} ${message.data.resource_id}`]
    : [];

describe("recipients of news about an absence", () => {
  const api = startApi();
  const dayAhead = (days: number) => new Date(api.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

  it("an absence is announced to the offices of its branches and to the person, not to other drivers or tenants", async () => {
    const tenant = await api.aTenant();
    const [north, south] = [await insertBranch(api.db, tenant.id), await insertBranch(api.db, tenant.id)];
    const aBearer = (options: Partial<TokenBearerOptions>) => api.bearer({ tenant, grants, ...options });
    const ofNorth = { roleType: "DRIVER", branchIds: [north] } as const;
    const listeners = {
      company: await aBearer({}),
      northern: await aBearer({ branchIds: [north] }),
      southern: await aBearer({ branchIds: [south] }),
      person: await aBearer(ofNorth),
      colleague: await aBearer(ofNorth),
      phone: await aBearer({ kind: "DEVICE", branchIds: [north] }),
      withoutGrant: await aBearer({ grants: ["getDashboard", "getAreas"] }),
      stranger: await api.bearer({ grants }),
    };
    const { company, person, stranger } = listeners;
    const streams = await Promise.all(
      Object.entries(listeners).map(
        async ([name, session]) => [name, await listenToStream({ url: api.url, session }, "the end")] as const,
      ),
    );
    const ofPerson = person.session.user_id as string;
    const aVehicle = (license_plate: string, branch_id: string | null) =>
      company.createVehicle({ license_plate, description: "", active: true, capacity: 2, branch_id });
    const [ofSouth, ofNobody] = [await aVehicle("G 1", south), await aVehicle("G 2", null)];
    const away = (resource_type: "USER" | "VEHICLE", resource_id: string) =>
      company.createDefaultCalendarEvent({
        start_at: dayAhead(1),
        end_at: dayAhead(2),
        event_type: "UNAVAILABLE",
        resource_type,
        resource_id,
      });
    const { id } = await away("USER", ofPerson);
    await away("VEHICLE", ofNobody.id);
    // The previous person is notified that the absence has ended, but not whom it belongs to now.
    await company.updateDefaultCalendarEvent({
      id,
      lock_version: 0,
      resource_type: "VEHICLE",
      resource_id: ofSouth.id,
    });
    await company.deleteDefaultCalendarEvent({ id });
    for (const { session } of [company, stranger])
      await api.db.transaction(session.tenant.id, async (tx) => announceTitledEvent(tx, "the end"));

    const heard: Record<string, string[]> = {};
    for (const [name, { reading }] of streams) heard[name] = (await reading).flatMap(summarizeMessage);
    const [begins, ends] = [`created USER ${ofPerson}`, `deleted USER ${ofPerson}`];
    const [moves, over] = [`created VEHICLE ${ofSouth.id}`, `deleted VEHICLE ${ofSouth.id}`];
    const everybodys = `created VEHICLE ${ofNobody.id}`;
    expect(heard).toEqual({
      company: [begins, everybodys, ends, moves, over],
      northern: [begins, everybodys, ends],
      southern: [everybodys, moves, over],
      person: [begins, ends],
      colleague: [],
      phone: [],
      withoutGrant: [],
      stranger: [],
    });
  });
});
