/** Planning says who goes next and in which order. Metres, seconds, `[longitude, latitude]`. */
import { type Static, Type } from "typebox";
import { SourceAttribution, IsEstimated, RoutingSource } from "../routing/directions";
import { defineOperations } from "../operation/operation";
import { upstreamErrorCodes } from "../core/providers";
import { planningConstraints, violationLevels } from "../core/violation-level";
import { DateTime, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";

const PlanViolationLevel = Enum(violationLevels, { description: "From bad to harmless." });
const suggestionExample = {
  tour_id: "0c1d2e3f-4a5b-4c6d-8e7f-9a0b1c2d3e05",
  case_id: "7b1c2d3e-4f50-4162-8374-95a6b7c8d901",
};

export const PlanViolation = ClosedObject(
  {
    constraint: Enum([...planningConstraints, "DELAY", "SHIFT_END", "ABSENCE", "BREAK"], {
      description:
        "The rules of assigning, and of time: `DELAY` of a case, `SHIFT_END` of the tour, `ABSENCE` of its crew or vehicle that begins before it is done, `BREAK` that there is no room for.",
    }),
    level: PlanViolationLevel,
    case_id: Nullable(Uuid),
    delay_seconds: Nullable(
      Type.Integer({
        minimum: 0,
        description:
          "How late, of `DELAY`, `SHIFT_END` and `ABSENCE`; what was overdue already counts, but not for `level`.",
      }),
    ),
  },
  {
    $id: "PlanViolation",
    examples: [{ constraint: "DELAY", level: "MARGINAL", case_id: suggestionExample.case_id, delay_seconds: 600 }],
  },
);
export type PlanViolation = Static<typeof PlanViolation>;

export const TourSuggestion = ClosedObject(
  {
    tour_id: Uuid,
    tour_natural_id: Type.String(),
    tour_name: Nullable(Type.String()),
    vehicle_ids: Type.Array(Uuid),
    added_seconds: Type.Integer({ description: "How much longer the tour drives with the case." }),
    added_meters: Type.Integer({ description: "How much farther the tour drives with the case." }),
    arrival_at: { ...DateTime, description: "At the place where the case begins." },
    finished_at: { ...DateTime, description: "When the last stop of the case is done." },
    open_cases: Type.Integer({ minimum: 0, description: "How many cases the tour still works on." }),
    sequence: Type.Array(ClosedObject({ case_id: Uuid, kind: Enum(["PICKUP", "DELIVERY"]) }), {
      description:
        "The stops of the tour with the case among them, as `updateTourSequence` takes them; `ASSIGN` alone appends.",
    }),
    level: Nullable(PlanViolationLevel),
    violations: Type.Array(PlanViolation, { description: "What the case breaks or makes worse on this tour." }),
  },
  {
    $id: "TourSuggestion",
    examples: [
      {
        tour_id: suggestionExample.tour_id,
        tour_natural_id: "T-2026-000104",
        tour_name: "Graz 1",
        vehicle_ids: ["3e2d1c0b-a998-4877-b655-44332211ff01"],
        added_seconds: 840,
        added_meters: 9_300,
        arrival_at: "2026-03-02T09:12:00+00:00",
        finished_at: "2026-03-02T10:20:00+00:00",
        open_cases: 2,
        sequence: [
          { case_id: suggestionExample.case_id, kind: "PICKUP" },
          { case_id: suggestionExample.case_id, kind: "DELIVERY" },
        ],
        level: "MODERATE",
        violations: [{ constraint: "WORKLOAD", level: "MODERATE", case_id: null, delay_seconds: null }],
      },
    ],
  },
);
export type TourSuggestion = Static<typeof TourSuggestion>;

export const Suggestions = ClosedObject(
  {
    source: RoutingSource,
    estimated: IsEstimated,
    attribution: SourceAttribution,
    suggestions: Type.Array(TourSuggestion, { description: "The best one first." }),
  },
  {
    $id: "Suggestions",
    examples: [
      {
        source: "estimate",
        estimated: true,
        attribution: null,
        suggestions: [(TourSuggestion as { examples?: object[] }).examples?.[0]],
      },
    ],
  },
);
export type Suggestions = Static<typeof Suggestions>;

export const SuggestionsRequest = ClosedObject(
  { case_id: Uuid, size: Type.Optional(Type.Integer({ minimum: 1, maximum: 20, default: 5 })) },
  { $id: "SuggestionsRequest", examples: [{ case_id: suggestionExample.case_id }] },
);

export const planningOperations = defineOperations("routing", {
  getSuggestions: {
    on: "POST /routing/suggestions",
    summary: "Suggest tours for a case",
    description:
      "Which running tours could take one more case, each with its best place in the order of its stops: added minutes and " +
      "kilometres, times, and what would be broken by level. First those that break nothing worse, among them the one with " +
      "the smallest detour. Left out are tours that take no cases, those that have it, and those without a known position. " +
      "Nothing is changed. A case without a position is `GEOMETRY_INVALID` with the reason `NO_POSITION`.",
    body: SuggestionsRequest,
    answer: Suggestions,
    errors: ["RESOURCE_NOT_FOUND", "CASE_FINALIZED", "GEOMETRY_INVALID", ...upstreamErrorCodes],
    limit: "routing",
    safe: true,
  },
});
