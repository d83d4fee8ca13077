import { useEffect, useRef } from "react";
import { showWarning } from "./toasts.tsx";

/** Whether the component is still on the page; asked when an answer arrives, which may be after the user has moved on. */
export function useIsShown(): () => boolean {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return () => isShown.current;
}

interface FaultPlaces {
  /** Beginning of the toast, such as the number of the case. */
  readonly name: string;
  /** Shows the message beside the control that failed. */
  readonly beside: (message: string) => void;
}

/** Shows a failure beside its control; in a toast once the control has left the page, where its state is gone. */
export function useFaultDisplay() {
  const isShown = useIsShown();
  return (message: string, { name, beside }: FaultPlaces) =>
    isShown() ? beside(message) : showWarning(`${name}: ${message}`);
}
