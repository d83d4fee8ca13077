import type { Operation } from "@leitstand/contract/operation/operation";
import type { FastifyRequest } from "fastify";
import { readOwnerOfKnownDevice } from "../access/known-device";
import type { PrincipalCache } from "../access/principals";
import { Problem } from "../problem";

/**
 * Device token of an earlier sign-in, as bodies name it: of a browser in which a person has signed in, or of a phone.
 */
interface NamedDevice {
  readonly known_device_token?: string;
  readonly device_token?: string;
}
const DEVICE_FIELDS = ["known_device_token", "device_token"] as const satisfies readonly (keyof NamedDevice)[];

/** Size beyond any request to sign in: larger bodies of unknown devices that have to wait are not read. */
const SMALL_BODY_BYTES = 4_096;

/** Whether the body is worth reading although unknown devices have to wait: it is small, and may name a device. */
export function mayBodyNameKnownDevice({
  operation,
  request,
}: {
  operation: Operation;
  request: FastifyRequest;
}): boolean {
  const { properties: fields = {} } = (operation.body ?? {}) as { properties?: object };
  const { "content-length": length, "content-encoding": encoding } = request.headers;
  const isSmall = length !== undefined && Number(length) <= SMALL_BODY_BYTES && encoding === undefined;
  return isSmall && DEVICE_FIELDS.some((field) => Object.hasOwn(fields, field));
}

interface DeviceLookup {
  readonly principals: PrincipalCache;
  readonly pepper: string;
  readonly tenantId: string;
  readonly now: Date;
}

/**
 * Key by which a known device has a limit of its own in its network; undefined when the body names none, or a forged
 * one.
 */
export async function findKnownDeviceKey(body: unknown, asking: DeviceLookup): Promise<string | undefined> {
  const { known_device_token, device_token } = (body ?? {}) as NamedDevice;
  if (known_device_token !== undefined) {
    const caller = readOwnerOfKnownDevice(asking.pepper, { ...asking, token: known_device_token });
    if (caller !== undefined) return `caller ${caller}`;
  }
  return device_token === undefined ? undefined : findPhoneByToken(device_token, asking);
}

async function findPhoneByToken(token: string, { principals, tenantId }: DeviceLookup): Promise<string | undefined> {
  try {
    const { kind, tenant_id, device_id } = await principals.authenticate(token);
    return kind === "DEVICE" && tenant_id === tenantId && device_id !== null ? `phone ${device_id}` : undefined;
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}
