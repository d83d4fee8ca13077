/** When an event is, on the wall of its zone; `recurrence` null: once. */
export interface Series {
  readonly start_local: string;
  readonly end_local: string;
  readonly timezone: string;
  readonly recurrence: string | null;
}

/** One time that an event takes place; `date` is the local day on which it begins. */
export interface Occurrence {
  readonly date: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** What is kept of a series. */
export interface StoredSeries {
  readonly occurrences: readonly Occurrence[];
  readonly starts_at: Date;
  /** Null: nobody knows yet. */
  readonly ends_at: Date | null;
  readonly expanded_until: string;
  /** Null: all of it is kept. */
  readonly extend_at: Date | null;
}

/** An event beside one of its times in a window. */
export interface EventTimeRow {
  readonly id: string;
  /** Its answer up to its times. */
  readonly answer_text: string;
  /** Null: it has no time in the window. */
  readonly date: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
}
