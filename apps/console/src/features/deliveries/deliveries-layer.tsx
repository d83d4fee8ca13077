import { type ReactNode, Suspense } from "react";
import { lazyPart } from "#shared/screen/lazy-part.ts";
import type { ViewProps } from "#shared/state/board-view.ts";
import { useDeliveries } from "./use-deliveries.ts";

const Screen = lazyPart(async () => (await import("./screen-with-texts.tsx")).ScreenWithTexts);

/** The page, with the deliveries screen over it for as long as the address asks for it. */
export function DeliveriesLayer({ view, onView, children }: ViewProps & { readonly children: ReactNode }) {
  const isOpen = useDeliveries().isOffered && view.deliveries !== undefined;
  return (
    <>
      <div style={{ height: "100%" }} inert={isOpen}>
        {children}
      </div>
      {isOpen && (
        <Suspense fallback={null}>
          <Screen chosen={view.deliveries ?? ""} onView={onView} />
        </Suspense>
      )}
    </>
  );
}
