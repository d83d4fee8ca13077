import type { TimelineCase, TimelineTour } from "#live/tour-entity.ts";

/** A running shift of one vehicle from 7 to 17 UTC, with the changes of a test. */
export const aTimelineTour = (own: Partial<TimelineTour> = {}): TimelineTour => {
  const id = own.id ?? "tour";
  const open_cases = own.open_cases ?? [];
  const finished_cases = own.finished_cases ?? [];
  return {
    id,
    created_at: "2026-11-20T15:00:00Z",
    updated_at: "2026-11-20T15:00:00Z",
    lock_version: 3,
    natural_id: "T-2026-000001",
    name: "Frühdienst",
    description: null,
    branch: { id: "graz", name: "Graz", phone_number: null },
    status: "STARTED",
    started_sub_state: "ACTIVE",
    primary: false,
    tour_lead_external_user_id: null,
    scheduled_start_at: "2026-11-21T07:00:00Z",
    scheduled_end_at: "2026-11-21T17:00:00Z",
    started_at: "2026-11-21T07:00:00Z",
    ended_at: null,
    users: [{ id: "moser", firstname: "Anna", lastname: "Moser", phone_number: null }],
    vehicle_device_associations: [aTourVehicle(`car of ${id}`, "G 101 BE")],
    case_workload: { open: open_cases.length, finished: finished_cases.length, unassigned: 0, forwarded: 0 },
    open_cases,
    finished_cases,
    unassigned_cases: [],
    forwarded_cases: [],
    constraint_violations: [],
    ...own,
  };
};

export const aTourVehicle = (id: string, license_plate: string) => ({
  vehicle: { id, natural_id: "V-2026-000001", license_plate, description: "", capacity: 2, vehicle_type: null },
  device: null,
});

export const aCaseOnTimeline = (own: Partial<TimelineCase> = {}): TimelineCase => ({
  id: "case",
  natural_id: "C-2026-000001",
  display_name: "Muster Maria",
  data_type: "FUNERAL",
  state: "ASSIGNED",
  link_state: "ASSIGNED",
  bucket: "open",
  position: 1,
  not_before: "2026-11-21T09:00:00Z",
  due_at: "2026-11-21T10:30:00Z",
  source_city: "Graz",
  target_city: "Leoben",
  assigned_at: "2026-11-21T08:00:00Z",
  accepted_at: null,
  postponed_until: null,
  eta: null,
  started_at: null,
  arrived_at: null,
  loaded_at: null,
  arrived_at_destination_at: null,
  finished_at: null,
  closed_at: null,
  lock_version: 2,
  constraint_violations: [],
  ...own,
});
