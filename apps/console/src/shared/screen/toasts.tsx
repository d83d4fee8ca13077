import { notifications } from "@mantine/notifications";
import type { ReactNode } from "react";

/** Milliseconds for which undo is offered. */
const UNDO_TOAST_MS = 6_000;
const INFO_TOAST_MS = 4_000;
const WARNING_TOAST_MS = 8_000;

// Toasts go by themselves: a close button would be confused with undo.
export const showToast = (message: ReactNode) =>
  void notifications.show({ message, autoClose: INFO_TOAST_MS, withCloseButton: false });
export const showWarning = (message: ReactNode) =>
  void notifications.show({ message, color: "red", autoClose: WARNING_TOAST_MS, withCloseButton: false });

/** Toast with the result of an action and a button that undoes it. */
export function showUndoToast(message: ReactNode, { undo, label }: { undo: () => void; label: string }) {
  const id = crypto.randomUUID();
  let isTakenBack = false;
  const takeBack = () => {
    // The button can still be pressed while the toast fades.
    if (isTakenBack) return;
    isTakenBack = true;
    notifications.hide(id);
    undo();
  };
  notifications.show({
    id,
    autoClose: UNDO_TOAST_MS,
    withCloseButton: false,
    message: (
      <span style={{ display: "flex", gap: 12, alignItems: "center" }}>
        <span style={{ flex: 1 }}>{message}</span>
        <button type="button" className="link-button" onClick={takeBack}>
          {label}
        </button>
      </span>
    ),
  });
}
