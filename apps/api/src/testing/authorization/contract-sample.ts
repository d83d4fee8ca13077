import { requestBodyExampleOf } from "@leitstand/contract/openapi/openapi-example";
import type { Operation } from "@leitstand/contract/operation/operation";
import { makeObjectOfPath, type PathObject } from "./objects-of-paths";
import { uniqueName, type SampleRequest, type SampleObjectFactory } from "./scene";
import { nextPhoneNumber } from "../fixtures";

type PlaceholderValue = (scene: SampleObjectFactory, named: PathObject | undefined) => unknown;

/** Fields that the example cannot know: unique ones in a tenant, and ids of objects of the scene. */
const placeholders: Readonly<Record<string, PlaceholderValue>> = {
  branch_id: ({ world }) => world.home,
  branch_ids: ({ world }) => [world.home],
  device_id: async (scene) => (await scene.device()).id,
  license_plate: () => uniqueName("G"),
  lock_version: (_scene, named) => named?.lock_version ?? 0,
  name: () => uniqueName(),
  phone_number: () => nextPhoneNumber(),
  short_key: () => uniqueName("T").slice(2, 10),
  title: () => uniqueName("title"),
  vehicle_id: async (scene) => (await scene.vehicle()).id,
};
/** Optional fields that are sent anyway: without a branch an object would belong to the tenant as a whole. */
const fieldsAlwaysSent: readonly string[] = ["branch_id", "branch_ids"];

/**
 * Makes a valid request by the contract alone: an object of the scene for the path, and of its example the required
 * fields.
 */
export async function makeSampleRequestFromContract(
  scene: SampleObjectFactory,
  operation: Operation,
): Promise<SampleRequest> {
  const named = await makeObjectOfPath(scene, operation.path);
  const body = await bodyFromContract(scene, operation, named);
  return {
    ...(named === undefined ? {} : { params: { [named.parameter]: named.id } }),
    ...(body === undefined ? {} : { body }),
  };
}

async function bodyFromContract(scene: SampleObjectFactory, operation: Operation, named: PathObject | undefined) {
  if (operation.body === undefined || operation.bodyOptional) return undefined;
  const { required = [], properties = {} } = operation.body as { required?: string[]; properties?: object };
  const example = requestBodyExampleOf(operation) as Readonly<Record<string, unknown>>;
  const names = [...new Set([...required, ...fieldsAlwaysSent.filter((name) => name in properties)])];
  const entries = names.map(
    async (name) => [name, await (placeholders[name]?.(scene, named) ?? example[name])] as const,
  );
  return Object.fromEntries(await Promise.all(entries));
}
