import type { DevicePermissionState } from "#device/device.ts";
import { phoneFunctions } from "#device/this-device.ts";
import { installPromptStore, isAppInstalled, isAppleMobile } from "#shared/install.ts";
import type { PermissionStep } from "#shared/route.ts";
import { restartPositionTracking } from "#work/positions/on-duty.ts";
import { answeredPermissions, isPositionAllowed, keepsScreenOn } from "#work/preferences.ts";
import { sendPushSubscription } from "#work/pushes/keep-pushed.ts";
import { sendDeniedPermissions } from "#work/pushes/tell-permissions.ts";

/** Permissions that this phone has not asked for yet, and that can be asked for. */
export async function unaskedPermissionSteps(): Promise<PermissionStep[]> {
  const steps: readonly PermissionStep[] = ["push", "position", "camera", "screen", "install"];
  const isOpen = await Promise.all(steps.map(needsAsking));
  return steps.filter((step, index) => isOpen[index] === true && !answeredPermissions.get().includes(step));
}

async function needsAsking(step: PermissionStep): Promise<boolean> {
  if (step === "screen") return phoneFunctions.screen.canStayOn;
  if (step === "install") return !isAppInstalled() && (isAppleMobile || installPromptStore.get() !== null);
  const permission = await permissionOfStep(step);
  return permission === "prompt" || permission === "denied";
}

/** State of a permission that the phone itself asks for; undefined for others. */
export async function permissionOfStep(step: PermissionStep): Promise<DevicePermissionState | undefined> {
  return step === "screen" || step === "install" ? undefined : phoneFunctions[step].permission();
}

/** Remembers that a permission was answered, with yes or no, so that it is not asked for again. */
export const markPermissionAsked = (step: PermissionStep) =>
  answeredPermissions.set([...answeredPermissions.get().filter((asked) => asked !== step), step]);

/** Asks for a permission; true when nothing more has to be said about it. */
export async function askForPermission(step: PermissionStep): Promise<boolean> {
  if (step === "screen") keepsScreenOn.set(true);
  if (step === "install") await installPromptStore.get()?.();
  if (step === "screen" || step === "install") return true;
  const isGranted = (await phoneFunctions[step].ask()) === "granted";
  if (step === "position") {
    isPositionAllowed.set(isGranted);
    restartPositionTracking();
  }
  if (step === "push" && isGranted) void sendPushSubscription();
  void sendDeniedPermissions();
  return isGranted;
}
