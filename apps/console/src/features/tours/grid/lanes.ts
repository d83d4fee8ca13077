interface TimeSpan {
  readonly start: number;
  readonly end: number;
}

/** Puts overlapping spans into lanes below each other: each span, by start, into the first lane that is free again. */
export function assignTimelineLanes(spans: readonly TimeSpan[]): { readonly lanes: number[]; readonly count: number } {
  const order = spans
    .map((_, index) => index)
    .sort((a, b) => startOfSpanAt(spans, a) - startOfSpanAt(spans, b) || a - b);
  const lanes = Array.from<number>({ length: spans.length }).fill(0);
  const ends: number[] = [];
  for (const index of order) {
    const span = spans[index] as TimeSpan;
    const free = ends.findIndex((end) => end <= span.start);
    const lane = free < 0 ? ends.length : free;
    ends[lane] = span.end;
    lanes[index] = lane;
  }
  return { lanes, count: Math.max(1, ends.length) };
}

const startOfSpanAt = (spans: readonly TimeSpan[], index: number) => spans[index]?.start ?? 0;
