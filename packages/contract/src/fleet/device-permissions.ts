/** Permissions of a phone that the drivers' app needs. */
export const devicePermissions = ["position", "push", "camera"] as const;
export type DevicePermission = (typeof devicePermissions)[number];

/** Key in the `metadata` of a device with the permissions that are off: their names, separated by spaces. */
export const DISABLED_PERMISSIONS_METADATA_KEY = "permissions_off";

/** Permissions that are off; undefined when the device does not say. */
export function parseDisabledDevicePermissions(
  metadata: Readonly<Record<string, string>> | null,
): readonly DevicePermission[] | undefined {
  const off = metadata?.[DISABLED_PERMISSIONS_METADATA_KEY]?.split(" ");
  return off && devicePermissions.filter((permission) => off.includes(permission));
}
