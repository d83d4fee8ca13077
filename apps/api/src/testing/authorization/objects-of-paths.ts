import { aCalendar, aFeed, aGroup, aShift } from "./samples-of-calendars";
import { anAccount, ownImport, webhookOf } from "./samples-of-companies";
import { aMessage, anAsset } from "./samples-of-dispatch";
import { aTemplate } from "./samples-of-exports";
import { aVehicleType } from "./samples-of-fleet";
import { aQueuedEvent } from "./samples-of-partners";
import { assignableRole, invite } from "./samples-of-people";
import { stored } from "./samples-of-places";
import { aName, type Scene } from "./scene";

/** Object that a path names: its parameter, and the version that a change has to name. */
export interface PathObject {
  readonly id: string;
  readonly lock_version?: number;
}
type ObjectMaker = (scene: Scene) => Promise<PathObject>;

const aPerson: ObjectMaker = (scene) => scene.user();
const aCase: ObjectMaker = (scene) => scene.reachedCase();
const aTour: ObjectMaker = (scene) => scene.tour();
const byId = (make: (scene: Scene) => Promise<string>): ObjectMaker => {
  return async (scene) => ({ id: await make(scene) });
};

/** Makers of an object of the home branch, or on the caller's tour, by the beginning of the path. */
const objects: Readonly<Record<string, ObjectMaker>> = {
  "/addresses/{id}": ({ world }) => stored(world.admin),
  "/areas/{id}": (scene) => scene.area(),
  "/assets/{id}": byId(anAsset),
  "/branches/{id}": ({ world }) => world.admin.getBranch({ id: world.home }),
  "/branches/groups/{id}": ({ world }) =>
    world.admin.createBranchGroup({ name: aName("group"), type: "SINGLE", branch_ids: [world.home] }),
  "/calendarEvents/{eventId}": (scene) => aShift(scene),
  "/calendars/{id}": ({ world }) => aCalendar(world.admin),
  "/calendars/default/events/{id}": (scene) => aShift(scene),
  "/calendars/feeds/{id}": (scene) => aFeed(scene),
  "/calendars/groups/{id}": ({ world }) => aGroup(world.admin),
  "/cases/{id}": aCase,
  "/critical_messages/{id}": byId((scene) => aMessage(scene, scene.world.home)),
  "/devices/{id}": (scene) => scene.device(),
  "/export/case/{id}": aCase,
  "/export/templates/{id}": ({ world }) => world.admin.putExportTemplate(aTemplate()),
  "/imports/{id}": byId(ownImport),
  "/queued_events/{id}": byId(async (scene) => aQueuedEvent(scene, (await scene.openCase()).id)),
  "/roles/{id}": byId(assignableRole),
  "/rsa/devices/{id}": (scene) => scene.unit(),
  "/rsa/tours/{id}": aTour,
  "/service_account_users/{id}": (scene) => anAccount(scene),
  "/skills/{skill_id}": (scene) => scene.skill(),
  "/tenants/{id}": ({ world }) => world.admin.getTenant({ id: world.tenant.id }),
  "/tenants/config/{short_code}": async ({ world }) => ({ id: world.tenant.short_code }),
  "/todo_templates/{id}": (scene) => scene.template(),
  "/tours/{id}": aTour,
  "/tours/scheduled/{id}": (scene) => scene.tour(scene.world.home, { started: false }),
  "/user/{id}": aPerson,
  "/user_invites/{id}": async (scene) => invite(scene, (await scene.user(null)).id),
  "/users/{id}": aPerson,
  "/vehicle_types/{id}": ({ world }) => aVehicleType(world.admin),
  "/vehicles/{id}": (scene) => scene.vehicle(),
  "/webhooks/{id}": byId((scene) => webhookOf(scene)),
};

/** Makes the object that a path names; undefined for a path without parameters. */
export async function objectOf(scene: Scene, path: string): Promise<(PathObject & { parameter: string }) | undefined> {
  const [start, ...others] = path.split("}").slice(0, -1);
  if (start === undefined) return undefined;
  const make = objects[`${start}}`];
  if (!make || others.length > 0)
    throw new Error(
      `no object is known for ${path}: add one here, or a valid request to samples-of-*.ts beside this file`,
    );
  return { ...(await make(scene)), parameter: start.slice(start.indexOf("{") + 1) };
}
