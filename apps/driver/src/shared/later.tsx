import { type ComponentType, lazy, Suspense } from "react";

const lazyLoads: (() => Promise<unknown>)[] = [];

/** Screen that is not part of the first load. It is loaded soon after, so that it is there when the network is not. */
export function lazyScreen<P extends object>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  const Screen = lazy(async () => ({ default: await load() }));
  lazyLoads.push(load);
  return function Later(props: P) {
    return (
      <Suspense fallback={null}>
        <Screen {...props} />
      </Suspense>
    );
  };
}

/**
 * Loads all such screens and their own later parts. One that fails is loaded when it is needed, or is on the phone
 * already.
 */
export async function prefetchLazyScreens() {
  for (let fetched = 0; fetched < lazyLoads.length; ) {
    const rest = lazyLoads.slice(fetched);
    fetched = lazyLoads.length;
    await Promise.allSettled(rest.map((load) => load()));
  }
}
