import { lazy, Suspense } from "react";
import type { ViewProps } from "#shared/board-view.ts";
import { InspectorSkeleton } from "./inspector-frame.tsx";

const CaseInspector = lazy(async () => ({ default: (await import("./case-inspector.tsx")).CaseInspector }));
const TourInspector = lazy(async () => ({ default: (await import("./tour-inspector.tsx")).TourInspector }));
const VehicleInspector = lazy(async () => ({ default: (await import("./vehicle-inspector.tsx")).VehicleInspector }));

/** What is selected, with all that is known of it and all that can be done with it. */
export function Inspector({ view, onView }: ViewProps) {
  return (
    <Suspense fallback={<InspectorSkeleton />}>
      {view.case !== undefined ? (
        <CaseInspector key={view.case} id={view.case} onView={onView} />
      ) : view.tour !== undefined ? (
        <TourInspector key={view.tour} id={view.tour} onView={onView} />
      ) : view.vehicle !== undefined ? (
        <VehicleInspector key={view.vehicle} id={view.vehicle} onView={onView} />
      ) : null}
    </Suspense>
  );
}
