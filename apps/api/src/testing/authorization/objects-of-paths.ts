import {
  createSampleCalendar,
  createSampleCalendarFeed,
  createSampleCalendarGroup,
  createSampleShift,
} from "./samples-of-calendars";
import { createSampleServiceAccount, createCheckedImport, createSampleWebhook } from "./samples-of-companies";
import { createSampleMessage, createSampleAsset } from "./samples-of-dispatch";
import { createExportTemplateDraft } from "./samples-of-exports";
import { createSampleVehicleType } from "./samples-of-fleet";
import { insertSampleQueuedEvent } from "./samples-of-partners";
import { createAssignableRole, inviteUser } from "./samples-of-people";
import { createSampleStoredAddress } from "./samples-of-places";
import { uniqueName, type SampleObjectFactory } from "./scene";

/** Object that a path names: its parameter, and the version that a change has to name. */
export interface PathObject {
  readonly id: string;
  readonly lock_version?: number;
}
type ObjectMaker = (scene: SampleObjectFactory) => Promise<PathObject>;

const makeUser: ObjectMaker = (scene) => scene.user();
const makeCase: ObjectMaker = (scene) => scene.reachedCase();
const makeTour: ObjectMaker = (scene) => scene.tour();
const makerById = (make: (scene: SampleObjectFactory) => Promise<string>): ObjectMaker => {
  return async (scene) => ({ id: await make(scene) });
};

/** Makers of an object of the home branch, or on the caller's tour, by the beginning of the path. */
const objectMakersByPath: Readonly<Record<string, ObjectMaker>> = {
  "/addresses/{id}": ({ world }) => createSampleStoredAddress(world.admin),
  "/areas/{id}": (scene) => scene.area(),
  "/assets/{id}": makerById(createSampleAsset),
  "/branches/{id}": ({ world }) => world.admin.getBranch({ id: world.home }),
  "/branches/groups/{id}": ({ world }) =>
    world.admin.createBranchGroup({ name: uniqueName("group"), type: "SINGLE", branch_ids: [world.home] }),
  "/calendarEvents/{eventId}": (scene) => createSampleShift(scene),
  "/calendars/{id}": ({ world }) => createSampleCalendar(world.admin),
  "/calendars/default/events/{id}": (scene) => createSampleShift(scene),
  "/calendars/feeds/{id}": (scene) => createSampleCalendarFeed(scene),
  "/calendars/groups/{id}": ({ world }) => createSampleCalendarGroup(world.admin),
  "/cases/{id}": makeCase,
  "/critical_messages/{id}": makerById((scene) => createSampleMessage(scene, scene.world.home)),
  "/devices/{id}": (scene) => scene.device(),
  "/export/case/{id}": makeCase,
  "/export/templates/{id}": ({ world }) => world.admin.putExportTemplate(createExportTemplateDraft()),
  "/imports/{id}": makerById(createCheckedImport),
  "/queued_events/{id}": makerById(async (scene) => insertSampleQueuedEvent(scene, (await scene.openCase()).id)),
  "/roles/{id}": makerById(createAssignableRole),
  "/rsa/devices/{id}": (scene) => scene.unit(),
  "/rsa/tours/{id}": makeTour,
  "/service_account_users/{id}": (scene) => createSampleServiceAccount(scene),
  "/skills/{skill_id}": (scene) => scene.skill(),
  "/tenants/{id}": ({ world }) => world.admin.getTenant({ id: world.tenant.id }),
  "/tenants/config/{short_code}": async ({ world }) => ({ id: world.tenant.short_code }),
  "/todo_templates/{id}": (scene) => scene.template(),
  "/tours/{id}": makeTour,
  "/tours/scheduled/{id}": (scene) => scene.tour(scene.world.home, { started: false }),
  "/user/{id}": makeUser,
  "/user_invites/{id}": async (scene) => inviteUser(scene, (await scene.user(null)).id),
  "/users/{id}": makeUser,
  "/vehicle_types/{id}": ({ world }) => createSampleVehicleType(world.admin),
  "/vehicles/{id}": (scene) => scene.vehicle(),
  "/webhooks/{id}": makerById((scene) => createSampleWebhook(scene)),
};

/** Makes the object that a path names; undefined for a path without parameters. */
export async function makeObjectOfPath(
  scene: SampleObjectFactory,
  path: string,
): Promise<(PathObject & { parameter: string }) | undefined> {
  const [start, ...others] = path.split("}").slice(0, -1);
  if (start === undefined) return undefined;
  const make = objectMakersByPath[`${start}}`];
  if (!make || others.length > 0)
    throw new Error(
      `no object is known for ${path}: add one here, or a valid request to samples-of-*.ts beside this file`,
    );
  return { ...(await make(scene)), parameter: start.slice(start.indexOf("{") + 1) };
}
