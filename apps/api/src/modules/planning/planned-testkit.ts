import type { PlanningPlace, PlanningCase, PlanningTour, PlanningRules } from "./planned";

export const PLANNING_TEST_TIME = "2026-03-02T08:00:00Z";
export const planningTestTimeAfterHours = (hours: number) =>
  new Date(Date.parse(PLANNING_TEST_TIME) + hours * 3_600_000).toISOString();
export const testPlaceKilometersNorth = (north: number): PlanningPlace => ({ lon: 15.44, lat: 47 + north / 111 });
export const testPlanningRules: PlanningRules = {
  cold_storage_hours: 36,
  cold_storage_is_hard: false,
  break_minutes: 30,
  break_after_minutes: 360,
};

export const createTestPlanningCase = (id: string, overrides: Partial<PlanningCase> = {}): PlanningCase => ({
  id,
  natural_id: id,
  data_type: "FUNERAL",
  approved: true,
  finalized: false,
  load_units: 1,
  due_at: null,
  not_before: null,
  died_by: planningTestTimeAfterHours(-6),
  required_skill_ids: [],
  priority: null,
  source: testPlaceKilometersNorth(1),
  target: testPlaceKilometersNorth(5),
  ...overrides,
});

export const createTestPlanningTour = (id: string, overrides: Partial<PlanningTour> = {}): PlanningTour => ({
  id,
  natural_id: id,
  name: null,
  branch_id: null,
  started_sub_state: "ACTIVE",
  started_at: planningTestTimeAfterHours(-1),
  scheduled_start_at: null,
  scheduled_end_at: null,
  break_began_at: null,
  absent_from: null,
  capacity: 2,
  vehicle_ids: [],
  vehicle_type_ids: [],
  position: { lon: 15.44, lat: 47 },
  base: null,
  skill_ids: [],
  open: [],
  sequence: [],
  ...overrides,
});
