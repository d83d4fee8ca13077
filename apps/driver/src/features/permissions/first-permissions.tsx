import { type ReactNode, useEffect, useState } from "react";
import { goBack, type PermissionStep } from "#shared/route.ts";
import { PermissionScreen } from "./permission-screen.tsx";
import { markPermissionAsked, unaskedPermissionSteps } from "./permission-steps.ts";

/**
 * Explains before the first shift on this phone which permissions the app needs, and why; later it shows its children
 * alone.
 */
export function FirstPermissionScreens({ children }: { children: ReactNode }) {
  const [steps, setSteps] = useState<readonly PermissionStep[]>();
  const [place, setPlace] = useState(0);
  useEffect(() => void unaskedPermissionSteps().then(setSteps), []);
  if (steps === undefined) return null;
  const step = steps[place];
  if (step === undefined) return children;
  const next = () => {
    markPermissionAsked(step);
    setPlace(place + 1);
  };
  return <PermissionScreen key={step} step={step} place={place + 1} count={steps.length} onNext={next} />;
}

/** A single permission that is off, for changing it. */
export const SinglePermissionScreen = ({ step }: { step: PermissionStep }) => (
  <PermissionScreen key={step} step={step} place={1} count={1} onNext={goBack} />
);
