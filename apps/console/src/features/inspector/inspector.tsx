import { Suspense } from "react";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { InspectorSkeleton } from "./inspector-frame.tsx";
import type { RenderMessageForm } from "./message-form.ts";
import { lazyComponent } from "#shared/screen/lazy-part.ts";

const CaseInspector = lazyComponent(async () => (await import("./case/case-inspector.tsx")).CaseInspector);
const TourInspector = lazyComponent(async () => (await import("./tour/tour-inspector.tsx")).TourInspector);
const VehicleInspector = lazyComponent(async () => (await import("./vehicle-inspector.tsx")).VehicleInspector);

interface InspectorProps extends BoardViewProps {
  readonly messageForm: RenderMessageForm;
}

/** Inspector of the selected case, tour or vehicle, with its data and its actions. */
export function Inspector({ view, onView, messageForm }: InspectorProps) {
  return (
    <Suspense fallback={<InspectorSkeleton />}>
      {view.case !== undefined ? (
        <CaseInspector key={view.case} id={view.case} onView={onView} />
      ) : view.tour !== undefined ? (
        <TourInspector key={view.tour} id={view.tour} onView={onView} messageForm={messageForm} />
      ) : view.vehicle !== undefined ? (
        <VehicleInspector key={view.vehicle} id={view.vehicle} onView={onView} messageForm={messageForm} />
      ) : null}
    </Suspense>
  );
}
