import { defaultTenantSettings } from "@leitstand/contract/company/dispatch-settings";
import {
  type CaseSnapshot,
  type DispatchSettings,
  type SnapshotTour,
  distanceInMeters,
} from "#modules/case-states/index";
import { type ActionCaller, isInCrew, resolveCallerReachOfBranch } from "./caller-role.service";
import type { SnapshotCaseRow, CaseSnapshotRows, SnapshotTourRow } from "./case-snapshots.sql";

/** Snapshot with facts that a decision does not use, but that it announces to others. */
export interface LoadedCaseSnapshot extends CaseSnapshot {
  readonly natural_id: string;
  readonly display_name: string;
  readonly language: string;
  /** Every tour of the snapshot, with or without a link, by its id. */
  readonly crews: ReadonlyMap<string, SnapshotTourRow>;
  readonly dispatched_for: readonly string[];
  /** Moments at which closed links were closed, by their tours. */
  readonly closed_at: ReadonlyMap<string, string | null>;
  /** Moments until which tours have postponed their own part of the case, by these tours. */
  readonly links_postponed_until: ReadonlyMap<string, string | null>;
}
export type TourWithCrew = SnapshotTourRow;

/**
 * Builds snapshots for their caller: which tours are its own, what is in scope, and the load of the other cases of a
 * tour.
 */
export function assembleCaseSnapshots(
  rows: CaseSnapshotRows,
  caller: ActionCaller,
  named: readonly string[] = [],
): LoadedCaseSnapshot[] {
  const crews = new Map(rows.tours.map((tour) => [tour.id, tour]));
  const crewOf = (id: string) => {
    const crew = crews.get(id);
    if (crew === undefined) throw new Error(`The tour ${id} of a link was not read with it`);
    return crew;
  };
  const [branch] = rows.branches;
  const shared = {
    language: rows.language,
    dispatched_for: rows.dispatched_for,
    crews,
    settings: dispatchSettingsOf(rows.settings),
    branch: branch === undefined ? null : { id: branch.id, ...resolveCallerReachOfBranch(caller, branch.id) },
  };
  return rows.cases.map((row) => {
    const { natural_id, display_name, links, history, ...facts } = row;
    const see = (id: string) => tourFactsForCaller(caller, crewOf(id), row);
    const others = named.filter((id) => crews.has(id) && links.every(({ tour_id }) => tour_id !== id));
    return {
      ...shared,
      natural_id,
      display_name,
      // Only cases that exist for the caller were read.
      case: { ...facts, in_scope: true, excluded_vehicle_type_ids: excludedVehicleTypes(row) },
      links: links.map(({ closed_at: _closed_at, postponed_until: _postponed_until, ...link }) => ({
        ...link,
        tour: see(link.tour_id),
      })),
      closed_at: new Map(links.map(({ tour_id, closed_at }) => [tour_id, closed_at])),
      links_postponed_until: new Map(links.map(({ tour_id, postponed_until }) => [tour_id, postponed_until])),
      history,
      tours: others.map(see),
    };
  });
}

/** Settings of a tenant; one that it does not set keeps its default. */
const dispatchSettingsOf = (settings: Partial<DispatchSettings>): DispatchSettings => ({
  ...defaultTenantSettings,
  ...settings,
  constraint_levels: { ...defaultTenantSettings.constraint_levels, ...settings.constraint_levels },
});

const excludedVehicleTypes = ({ source, target }: SnapshotCaseRow) => [
  ...new Set([source, target].flatMap((place) => place?.excluded_vehicle_type_ids ?? [])),
];

function tourFactsForCaller(caller: ActionCaller, tour: SnapshotTourRow, dispatchCase: SnapshotCaseRow): SnapshotTour {
  const { crew, ...facts } = tour;
  const own = dispatchCase.links.find((link) => link.tour_id === tour.id && link.bucket === "open");
  const units = own === undefined ? 0 : dispatchCase.load_units;
  return {
    ...facts,
    workload_units: crew.open_units - units,
    loaded_units: tour.loaded_units - (own?.state === "LOADED" ? units : 0),
    is_own: isInCrew(caller, crew),
    ...resolveCallerReachOfBranch(caller, tour.branch_id),
    distance_to_source_meters: distanceInMeters(crew.position, dispatchCase.source),
    distance_to_target_meters: distanceInMeters(crew.position, dispatchCase.target),
  };
}
