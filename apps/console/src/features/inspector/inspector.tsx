import type { ViewProps } from "#shared/board-view.ts";

export function Inspector({ view }: ViewProps) {
  return <h2>{view.tab}</h2>;
}
