import type { Permission } from "#device/device.ts";
import { device } from "#device/this-device.ts";
import { install, isInstalled, isOfApple } from "#shared/install.ts";
import type { PermissionStep } from "#shared/route.ts";
import { trackAgain } from "#work/positions/on-duty.ts";
import { askedSteps, positionIsAllowed, screenStaysOn } from "#work/preferences.ts";
import { keepPushed } from "#work/pushes/keep-pushed.ts";
import { tellPermissions } from "#work/pushes/tell-permissions.ts";

/** Permissions that this phone has not asked for yet, and that can be asked for. */
export async function openSteps(): Promise<PermissionStep[]> {
  const steps: readonly PermissionStep[] = ["push", "position", "camera", "screen", "install"];
  const isOpen = await Promise.all(steps.map(hasQuestion));
  return steps.filter((step, index) => isOpen[index] === true && !askedSteps.get().includes(step));
}

async function hasQuestion(step: PermissionStep): Promise<boolean> {
  if (step === "screen") return device.screen.canStayOn;
  if (step === "install") return !isInstalled() && (isOfApple || install.get() !== null);
  const permission = await permissionOf(step);
  return permission === "prompt" || permission === "denied";
}

/** State of a permission that the phone itself asks for; undefined for others. */
export async function permissionOf(step: PermissionStep): Promise<Permission | undefined> {
  return step === "screen" || step === "install" ? undefined : device[step].permission();
}

/** Remembers an answered permission, so that it is not asked for again, whatever the answer was. */
export const keepAsked = (step: PermissionStep) =>
  askedSteps.set([...askedSteps.get().filter((asked) => asked !== step), step]);

/** Asks for a permission; true when nothing more has to be said about it. */
export async function askFor(step: PermissionStep): Promise<boolean> {
  if (step === "screen") screenStaysOn.set(true);
  if (step === "install") await install.get()?.();
  if (step === "screen" || step === "install") return true;
  const isGranted = (await device[step].ask()) === "granted";
  if (step === "position") {
    positionIsAllowed.set(isGranted);
    trackAgain();
  }
  if (step === "push" && isGranted) void keepPushed();
  void tellPermissions();
  return isGranted;
}
