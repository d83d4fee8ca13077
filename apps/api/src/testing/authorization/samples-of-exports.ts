import { randomUUID } from "node:crypto";
import { sql } from "#platform/database/sql";
import { uniqueName, type SampleObjectFactory, type SampleRequest } from "./scene";
import { testClock } from "../test-clock";

type SampleMaker = (scene: SampleObjectFactory) => Promise<SampleRequest>;

/** A tour on which a user has worked; the user's name is in the file for callers who may see it. */
async function createWorkedTour(
  { world }: SampleObjectFactory,
  { tenant, branch, user }: WorkedTourDraft,
): Promise<string> {
  const name = uniqueName("Tour");
  await world.api.db.systemTransaction(tenant, async (tx) => {
    const id = randomUUID();
    const user_id = user ?? randomUUID();
    if (user === undefined)
      await tx.run(
        sql`insert into users (tenant_id, id, email) values (${tenant}, ${user_id}, ${`${user_id}@example.org`})`,
      );
    await tx.run(sql`
      insert into tours (tenant_id, id, name, branch_id, status, started_at, ended_at)
      values (${tenant}, ${id}, ${name}, ${branch}, 'FINISHED', now() - interval '9 hours', now() - interval '1 hour')`);
    await tx.run(sql`insert into tour_users (tenant_id, tour_id, user_id) values (${tenant}, ${id}, ${user_id})`);
  });
  return name;
}
interface WorkedTourDraft {
  readonly tenant: string;
  readonly branch: string | null;
  readonly user?: string | null;
}

/** Changes a case as if its crew had just handed over. */
async function recordHandover({ world }: SampleObjectFactory, id: string): Promise<string> {
  const tenant = world.tenant.id;
  await world.api.db.systemTransaction(tenant, async (tx) => {
    await tx.run(sql`
      update cases set funeral_data = jsonb_set(funeral_data, '{handover}', '{"received_by": "M. Huber", "signature": "M0 0L9 9"}')
      where tenant_id = ${tenant} and id = ${id}`);
    await tx.run(sql`
      insert into case_history (tenant_id, case_id, group_id, transition, old_case_state, new_case_state, before, actor_kind, lock_version,
        occurred_at)
      values (${tenant}, ${id}, ${randomUUID()}, 'DELIVER', 'LOADED', 'DELIVERED', '{"link": null, "case": {"handover": null}}', 'D', 1, now())`);
  });
  return id;
}

/** Sends a link and returns its secret. */
async function createHandoverLink(scene: SampleObjectFactory): Promise<string> {
  const { admin, api } = scene.world;
  const id = await recordHandover(scene, (await scene.openCase()).id);
  const { message_ids } = await admin.sendCargoHandoverConfirmation({ id, recipients: ["office@example.org"] });
  const { body } = await api.db.system.one<{ body: string }>(
    sql`select body from outbox_messages where id = ${message_ids[0]}`,
  );
  return /handovers\/([\w-]{43})/.exec(body)?.[1] as string;
}

export const createExportTemplateDraft = () => ({
  kind: "CASE" as const,
  name: uniqueName("sheet"),
  content: "{{case.natural_id}}",
});
const daysFromNow = (days: number) =>
  new Date(testClock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);

export const exportSampleRequestMakers: Readonly<Record<string, SampleMaker>> = {
  sendCargoHandoverConfirmation: async (scene) => ({
    params: { id: await recordHandover(scene, (await scene.reachedCase()).id) },
    body: { recipients: ["office@example.org"] },
  }),
  getHandoverPage: async (scene) => ({ params: { secret: await createHandoverLink(scene) } }),
  downloadHandover: async (scene) => ({ params: { secret: await createHandoverLink(scene) } }),
  exportTemplate: async () => ({ body: { content: "# {{case.natural_id}}", format: "TXT" } }),
  getExportTemplates: async (scene) => ({
    marks: await scene.once("templates", async () => ({
      tenant: (await scene.world.admin.putExportTemplate(createExportTemplateDraft())).id,
      foreign: (await scene.world.foreignAdmin.putExportTemplate(createExportTemplateDraft())).id,
    })),
  }),
  exportTour: async (scene) => ({ params: { id: (await scene.tour()).id }, body: { format: "CSV" } }),
  exportTime: async (scene) => {
    const { tenant, foreign, home, away, foreignBranch } = scene.world;
    const marks = await scene.once("worked", async () => ({
      home: await createWorkedTour(scene, { tenant: tenant.id, branch: home }),
      away: await createWorkedTour(scene, { tenant: tenant.id, branch: away }),
      none: await createWorkedTour(scene, { tenant: tenant.id, branch: null }),
      foreign: await createWorkedTour(scene, { tenant: foreign.id, branch: foreignBranch }),
    }));
    const { aboard, user_id } = scene.caller;
    const shown = { ...marks };
    if (aboard && user_id)
      Object.assign(shown, { own: await createWorkedTour(scene, { tenant: tenant.id, branch: home, user: user_id }) });
    return { body: { from: daysFromNow(-2), to: daysFromNow(2), rows: "TOURS", format: "CSV" }, marks: shown };
  },
};
