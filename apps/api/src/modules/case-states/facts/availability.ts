/** Time span between two moments in RFC 3339. */
export interface AvailabilitySpan {
  readonly starts_at: string;
  readonly ends_at: string;
}

/** Calendar facts of one person or vehicle of a tour around the time that a decision is about. */
export interface AvailabilityFacts {
  readonly resource: "USER" | "VEHICLE";
  /** Has shifts within two weeks before or after; without any, a time cannot be outside of them. */
  readonly has_shifts: boolean;
  /** Absences without those that began before the tour did: the crew has shown up. */
  readonly absences: readonly AvailabilitySpan[];
  readonly shifts: readonly AvailabilitySpan[];
}
