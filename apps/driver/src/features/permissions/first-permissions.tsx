import { type ReactNode, useEffect, useState } from "react";
import { goBack, type PermissionStep } from "#shared/route.ts";
import { PermissionScreen } from "./permission-screen.tsx";
import { keepAsked, openSteps } from "./permission-steps.ts";

/** Before the first shift on this phone it is said what the app asks of it, and why; afterwards there is nothing to ask. */
export function FirstPermissions({ children }: { children: ReactNode }) {
  const [steps, setSteps] = useState<readonly PermissionStep[]>();
  const [place, setPlace] = useState(0);
  useEffect(() => void openSteps().then(setSteps), []);
  if (steps === undefined) return null;
  const step = steps[place];
  if (step === undefined) return children;
  const next = () => {
    keepAsked(step);
    setPlace(place + 1);
  };
  return <PermissionScreen key={step} step={step} place={place + 1} count={steps.length} onNext={next} />;
}

/** One of them alone, for whoever has found that it is off. */
export const LonePermission = ({ step }: { step: PermissionStep }) => (
  <PermissionScreen key={step} step={step} place={1} count={1} onNext={goBack} />
);
