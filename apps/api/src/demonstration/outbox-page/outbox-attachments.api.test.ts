import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createTransportOutForDelivery } from "#modules/handover-links/handover-testkit";
import { sql } from "#platform/database/sql";
import type { App } from "../../app";
import type { TenantFixture } from "../../testing/fixtures";
import { createDemonstrationNode } from "../../testing/runs/create-demonstration";
import { startApi } from "../../testing/start-api";
import { testNodeOptions } from "../../testing/start-node";

describe("what is attached to messages of a demonstration", () => {
  const api = startApi();
  let app: App;
  let url: string;
  beforeAll(async () => {
    const options = { ...testNodeOptions(api.db), dataDir: api.dataDir, demonstration: true };
    app = await createDemonstrationNode(options);
    url = await app.server.listen({ host: "127.0.0.1", port: 0 });
  });
  afterAll(() => app.stop());

  /** Fetches pages of the outbox as an administrator of the company. */
  async function readerOf(tenant: TenantFixture) {
    const { session } = await api.bearer({ tenant, roleType: "ADMINISTRATOR", grants: [] });
    return (path: string) =>
      fetch(`${url}${path}`, { headers: { cookie: `leitstand_outbox=${session.token}`, "accept-language": "de" } });
  }
  async function aMailedHandover() {
    const delivery = await createTransportOutForDelivery(api);
    await api.db.system.run(
      sql`update tenants set settings = '{"handover_attachments": true}' where id = ${delivery.tenant.id}`,
    );
    await delivery.deliver();
    const recipients = ["office@example.org"];
    await delivery.office.sendCargoHandoverConfirmation({
      id: delivery.id,
      recipients,
      mode: "ATTACHMENT",
    });
    await app.attachedMessages.runDue();
    const read = await readerOf(delivery.tenant);
    const [, path = ""] =
      /<a href="([^"]+)">Anhang herunterladen<[/]a>/.exec(await (await read("/outbox")).text()) ?? [];
    return { ...delivery, read, path };
  }

  it("the outbox page serves attachments only to administrators who may read the message", async () => {
    const { read, path } = await aMailedHandover();
    const answer = await read(path);
    expect(answer.headers.get("content-disposition")).toMatch(/^attachment; .*[.]pdf/);
    expect((await answer.text()).slice(0, 5)).toBe("%PDF-");
    const foreign = await readerOf(await api.aTenant());
    expect([(await foreign(path)).status, (await fetch(`${url}${path}`)).status]).toEqual([404, 401]);
  });

  it("the outbox page answers 404 to the attachment of a handover that was undone", async () => {
    const { read, path, undo } = await aMailedHandover();
    expect((await read(path)).status).toBe(200);
    await undo();
    expect((await read(path)).status).toBe(404);
  });
});
