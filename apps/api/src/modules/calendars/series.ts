/** Local times of an event in its zone; `recurrence` is null for an event that takes place once. */
export interface EventSeries {
  readonly start_local: string;
  readonly end_local: string;
  readonly timezone: string;
  readonly recurrence: string | null;
}

/** One occurrence of an event; `date` is the local day on which it begins. */
export interface EventOccurrence {
  readonly date: string;
  readonly starts_at: Date;
  readonly ends_at: Date;
}

/** Occurrences of a series that are stored, and how far they reach. */
export interface StoredOccurrenceExpansion {
  readonly occurrences: readonly EventOccurrence[];
  readonly starts_at: Date;
  /** End of the last occurrence; null while it is not known. */
  readonly ends_at: Date | null;
  readonly expanded_until: string;
  /** Moment of the next extension; null when all occurrences are stored. */
  readonly extend_at: Date | null;
}

/** Event beside one of its times in a window. */
export interface EventAndOccurrenceRow {
  readonly id: string;
  /** Answer of the event up to its times. */
  readonly answer_text: string;
  /** Day of the time; null when the event has no time in the window. */
  readonly date: string | null;
  readonly starts_at: string;
  readonly ends_at: string;
}
