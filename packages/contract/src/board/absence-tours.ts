import { Type } from "typebox";
import { DateTime, Enum, Nullable, ClosedObject, Uuid } from "../core/schema";

/** Maximum number of tours listed of those that an absence falls into. */
export const ABSENCE_TOURS_MAX = 50;

/** Operations by which a tour and its cases can be kept out of an absence. */
export const absenceRemedyOperations = [
  "setScheduledTourUsers",
  "setScheduledTourVehicles",
  "reassignCase",
  "deleteScheduledTour",
  "finishTour",
] as const;

/** A tour that was planned or is running when an absence of its crew or vehicle was written. */
export const AbsenceTour = ClosedObject(
  {
    id: Uuid,
    natural_id: Type.String(),
    name: Nullable(Type.String()),
    branch_id: Nullable({ ...Uuid, description: "The branch whose office it concerns." }),
    status: Enum(["SCHEDULED", "STARTED"]),
    start_at: Nullable({ ...DateTime, description: "When it was started, or else when it shall be." }),
    end_at: Nullable(DateTime),
    absent_from: { ...DateTime, description: "When the first absence within the tour begins." },
    user_ids: Type.Array(Uuid, { description: "Its crew." }),
    open_cases: Type.Integer({ minimum: 0 }),
    ways_out: Type.Array(Enum(absenceRemedyOperations), {
      description:
        "Operations that help: other people or another vehicle while it is planned, other tours for its open cases; one without " +
        "open cases can be deleted or finished. Or the absence changes.",
    }),
  },
  {
    $id: "AbsenceTour",
    examples: [
      {
        id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a07",
        natural_id: "T-2026-000042",
        name: "Frühdienst Graz",
        branch_id: "5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a08",
        status: "SCHEDULED",
        start_at: "2026-11-24T05:00:00+00:00",
        end_at: "2026-11-24T13:00:00+00:00",
        absent_from: "2026-11-24T08:00:00+00:00",
        user_ids: ["5f0e8b1a-2c3d-4e5f-8a9b-0c1d2e3f4a03"],
        open_cases: 2,
        ways_out: ["setScheduledTourUsers", "reassignCase"],
      },
    ],
  },
);

/** Tours hit by new absences, as part of the answer. */
export const absenceToursField = {
  tours: Nullable(
    Type.Array(AbsenceTour, {
      maxItems: ABSENCE_TOURS_MAX,
      description:
        "Planned and running tours that an absence falls into, the earliest first: those that `getTours` would show the caller, null " +
        "without that grant; empty for a shift. They stay as they are.",
    }),
  ),
  tours_total: Nullable(
    Type.Integer({
      minimum: 0,
      description: `How many such tours there are: more than \`tours\` has where they are more than ${ABSENCE_TOURS_MAX}.`,
    }),
  ),
} as const;
