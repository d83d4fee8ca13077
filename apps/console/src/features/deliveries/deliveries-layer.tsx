import { type ReactNode, Suspense } from "react";
import { lazyComponent } from "#shared/screen/lazy-part.ts";
import type { BoardViewProps } from "#shared/state/board-view.ts";
import { useStuckDeliveries } from "./use-deliveries.ts";

const LazyDeliveriesScreen = lazyComponent(
  async () => (await import("./screen-with-texts.tsx")).DeliveriesScreenWithTexts,
);

/** The page, with the deliveries screen over it for as long as the address asks for it. */
export function DeliveriesLayer({ view, onView, children }: BoardViewProps & { readonly children: ReactNode }) {
  const isOpen = useStuckDeliveries().isOffered && view.deliveries !== undefined;
  return (
    <>
      <div style={{ height: "100%" }} inert={isOpen}>
        {children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <LazyDeliveriesScreen chosen={view.deliveries ?? ""} onView={onView} />
        </Suspense>
      )}
    </>
  );
}
