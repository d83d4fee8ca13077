import type { ViewProps } from "#shared/board-view.ts";

export function TourTimeline({ view }: ViewProps) {
  return <h2>{view.tab}</h2>;
}
