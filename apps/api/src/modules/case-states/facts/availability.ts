/** Moments in RFC 3339. */
export interface Span {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** What calendars say of one person or vehicle of a tour around the time that a decision is about. */
export interface AvailabilityFacts {
  readonly resource: "USER" | "VEHICLE";
  /** Has shifts within two weeks before or after; who has none at all is not outside of them. */
  readonly has_shifts: boolean;
  /** Without those that began before the tour did: the crew has shown up. */
  readonly absences: readonly Span[];
  readonly shifts: readonly Span[];
}
