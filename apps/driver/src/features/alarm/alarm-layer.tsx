import { useStore } from "@leitstand/app/store";
import { useEffect } from "react";
import { currentRoute } from "#shared/route.ts";
import { lastTappedNoticeCaseId } from "#work/pushes/tapped-case.ts";
import { AlarmScreen } from "./alarm-screen.tsx";
import { pendingAlarmsStore, showAndRingAlarms } from "./follow-alarms.ts";

/** Alarm over any screen; it is hidden while the driver types the reason for a rejection. */
export function AlarmLayer({ tour_id }: { tour_id: string }) {
  useEffect(() => showAndRingAlarms(tour_id), [tour_id]);
  const at = useStore(currentRoute);
  const ringing = useStore(pendingAlarmsStore);
  const called = useStore(lastTappedNoticeCaseId);
  const alarm = ringing.find(({ dispatchCase }) => dispatchCase.id === called) ?? ringing[0];
  if (alarm === undefined) return null;
  if (at.is === "form" && at.form === "reject" && at.id === alarm.dispatchCase.id) return null;
  return <AlarmScreen key={alarm.key} alarm={alarm} others={ringing.length - 1} />;
}
