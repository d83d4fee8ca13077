/** Statistics of a company: what waits too long, what was delivered, where it drives to most. */
import { type TProperties, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, entityFields, Nullable, ClosedObject } from "../core/schema";
import { DeliveredCasesStatistics, TopAddressesStatistics } from "./statistics-of-periods";

/** Maximum number of rows of each list; the count says how many there are in all. */
export const STATISTICS_LIST_ROWS_MAX = 100;

const generatedAtField = DateTime;
const itemCount = Type.Integer({ minimum: 0, description: "How many there are; the list has the first of them." });
const secondsField = (description: string) => Type.Integer({ description });
const statisticsItemOf = <P extends TProperties>(figures: P, $id: string, examples: object) =>
  ClosedObject(
    {
      id: entityFields.id,
      natural_id: Type.String(),
      display_name: Type.String(),
      branch_id: Nullable(entityFields.id),
      state: Type.String(),
      ...figures,
    },
    { $id, examples: [examples] },
  );
const statisticsListOf = <T extends ReturnType<typeof statisticsItemOf>>(item: T, $id: string) =>
  ClosedObject(
    {
      generated_at: generatedAtField,
      count: itemCount,
      items: Type.Array(item, { maxItems: STATISTICS_LIST_ROWS_MAX, description: "Worst first." }),
    },
    { $id },
  );
const statisticsCaseExample = {
  id: "c0a80102-5a53-4b8e-9a36-1f6f6a1f8f10",
  natural_id: "C-2026-000124",
  display_name: "Muster Maria",
  branch_id: null,
  state: "OPEN",
};

export const ActiveTourItem = statisticsItemOf(
  { started_at: DateTime, active_seconds: secondsField("Since it was started.") },
  "ActiveTourItem",
  {
    id: "5f0c2c1e-5a53-4b8e-9a36-1f6f6a1f8f10",
    natural_id: "T-2026-000042",
    display_name: "Frühdienst Graz",
    branch_id: null,
    state: "ON_DUTY",
    started_at: "2026-03-02T06:00:00+00:00",
    active_seconds: 39_600,
  },
);
export const CaseWithoutAddressesItem = statisticsItemOf(
  {
    missing: Enum(["SOURCE", "TARGET", "BOTH"]),
    created_at: DateTime,
    age_seconds: secondsField("Since it was created."),
  },
  "CaseWithoutAddressesItem",
  { ...statisticsCaseExample, missing: "TARGET", created_at: "2026-03-02T06:00:00+00:00", age_seconds: 7_200 },
);
export const UnassignedCaseItem = statisticsItemOf(
  { due_at: DateTime, overdue_seconds: secondsField("Since it was due; negative while there is time left.") },
  "UnassignedCaseItem",
  { ...statisticsCaseExample, due_at: "2026-03-02T06:00:00+00:00", overdue_seconds: 7_200 },
);
export const EarlyPickupCaseItem = statisticsItemOf(
  {
    due_at: Nullable(DateTime),
    cold_by: Nullable({
      ...DateTime,
      description:
        "By when the deceased has to be in cold storage; null where no such rule holds or the time of death is not known.",
    }),
    overdue_seconds: Nullable(
      Type.Integer({ description: "Since the first of the two times; negative while there is time left." }),
    ),
  },
  "EarlyPickupCaseItem",
  { ...statisticsCaseExample, due_at: null, cold_by: "2026-03-02T06:00:00+00:00", overdue_seconds: 7_200 },
);

export const ActiveToursStatistics = statisticsListOf(ActiveTourItem, "ActiveToursStatistics");
export const CasesWithoutAddressesStatistics = statisticsListOf(
  CaseWithoutAddressesItem,
  "CasesWithoutAddressesStatistics",
);
export const UnassignedCasesStatistics = statisticsListOf(UnassignedCaseItem, "UnassignedCasesStatistics");
export const EarlyPickupStatistics = statisticsListOf(EarlyPickupCaseItem, "EarlyPickupStatistics");

/**
 * Durations of days and smaller units only, which are as long everywhere and at any time. Without lookahead, which
 * generators do not read.
 */
export const ISO_DURATION_PATTERN = String.raw`^P(\d{1,2}W|\d{1,2}D|(\d{1,2}D)?T(\d{1,3}H(\d{1,5}M)?(\d{1,7}S)?|\d{1,5}M(\d{1,7}S)?|\d{1,7}S))$`;
const durationQuery = (bounds: { minimum: number; default: number; description: string }) =>
  Type.Optional(Type.Integer({ maximum: 8760, ...bounds }));
export const statisticsPeriods = ["DAY", "WEEK", "MONTH", "YEAR"] as const;
export type StatisticsPeriod = (typeof statisticsPeriods)[number];
const topAddressesQuery = ClosedObject({
  period: Enum(statisticsPeriods, { description: "Today, and the 0, 6, 29 or 364 days before it." }),
  limit: Type.Integer({ minimum: 1, maximum: 100, description: "How many addresses." }),
});
const topAddressesDescription = (side: string) =>
  `Where cases that were created in the period ${side} most often, of the branches in the caller's reach. Days are those of the tenant's time zone. ` +
  "Homes, and addresses of fewer than three cases, are counted and never named. `previous` and `previous_count` are of the period before. Addresses that differ in capital letters and blanks alone are one.";
const statisticsOperationDefaults = { grant: "getStatistics", limit: "heavy" } as const;

export const statisticsOperations = defineOperations("statistics", {
  getActiveToursStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/active_tours",
    summary: "Tours that have been running for long",
    description:
      "Started tours in the caller's reach whose shift has lasted at least as long as `duration`, the longest first.",
    query: ClosedObject({
      duration: Type.String({
        pattern: ISO_DURATION_PATTERN,
        description:
          "ISO 8601, in weeks, or in days, hours, minutes and seconds: from a minute (`PT1M`) to 31 days (`P31D`).",
        examples: ["PT10H"],
      }),
    }),
    answer: ActiveToursStatistics,
  },
  getCasesWithoutAddressesStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/cases_without_sourcse_or_target_addresses",
    summary: "Open cases without an address",
    description:
      "Cases that are not closed and were created longer ago than the threshold, whose source or target is not known, the oldest " +
      "first. A roadside job needs no target. The path is spelled as the specification has it.",
    query: ClosedObject({
      cases_age_threshold_in_hours: durationQuery({
        minimum: 0,
        default: 0,
        description: "Created longer ago than this.",
      }),
    }),
    answer: CasesWithoutAddressesStatistics,
  },
  getDeliveredCasesStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/delivered_cases",
    summary: "Delivered cases",
    description:
      "Cases that were closed within the last hours and not cancelled: how many, how long they took, and how many on which day. " +
      "`previous` has the same figures of as many hours before, without the days.",
    query: ClosedObject({
      cases_age_threshold_in_hours: durationQuery({
        minimum: 1,
        default: 24,
        description: "Closed at most so long ago.",
      }),
    }),
    answer: DeliveredCasesStatistics,
  },
  getTopDestinationAddressesStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/top_destination_addresses",
    summary: "The most frequent destinations",
    description: topAddressesDescription("end"),
    query: topAddressesQuery,
    answer: TopAddressesStatistics,
  },
  getTopSourceAddressesStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/top_source_addresses",
    summary: "The most frequent sources",
    description: topAddressesDescription("begin"),
    query: topAddressesQuery,
    answer: TopAddressesStatistics,
  },
  getUnassignedCasesStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/unassigned_cases",
    summary: "Cases that are on no tour",
    description: "Cases that are not closed, on no tour at present, and due before `due_to`, those due first in front.",
    query: ClosedObject({ due_to: { ...DateTime, description: "Due before this time." } }),
    answer: UnassignedCasesStatistics,
  },
  getUnassignedCasesEarlyPickupStatistics: {
    ...statisticsOperationDefaults,
    on: "GET /statistics-dashboard/unassigned_cases_early_pickup",
    summary: "Cases on no tour that have to be picked up early",
    description:
      "Cases that are not closed and on no tour, of the transport type `Vorzeitige Abholung`, or of a deceased person who has to " +
      "be in the cold by a time (`settings.cold_storage_hours`): the target keeps cool and the source does not. The most urgent first.",
    answer: EarlyPickupStatistics,
  },
});
