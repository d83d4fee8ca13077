/** Exports of files for use outside of the product: what a company has to prove, to pay and to hand on. */
import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { CalendarDay, Enum, IdParams, ClosedObject, Uuid } from "../core/schema";

/** Largest number of local days in a working-time export, both ends included. */
export const WORKING_TIME_EXPORT_DAYS_MAX = 366;

export const TimeExportRequest = ClosedObject(
  {
    from: { ...CalendarDay, description: "The first day, in the tenant's time zone." },
    to: { ...CalendarDay, description: `The last day, included; at most ${WORKING_TIME_EXPORT_DAYS_MAX} days in all.` },
    branch_ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 1000, uniqueItems: true, description: "Tours of these branches alone." }),
    ),
    user_ids: Type.Optional(
      Type.Array(Uuid, { maxItems: 1000, uniqueItems: true, description: "These people alone." }),
    ),
    rows: Enum(["TOURS", "DAYS"], {
      description: "One row for each person, day and tour, or for each person and day.",
    }),
    format: Enum(["CSV", "XLSX"]),
  },
  {
    $id: "TimeExportRequest",
    examples: [{ from: "2026-03-01", to: "2026-03-31", rows: "DAYS", format: "XLSX" }],
  },
);
export type TimeExportRequest = Static<typeof TimeExportRequest>;

const exportLanguage = Type.Optional(Enum(["de", "en"], { description: "Left out: the tenant's." }));
export const caseExportParts = ["HISTORY", "COMMENTS", "PHOTOS", "TODOS", "TOURS"] as const;

export const CaseExportRequest = ClosedObject(
  {
    language: exportLanguage,
    template_id: Type.Optional({
      ...Uuid,
      description: "A stored template of cases, instead of the product's own document; `include` does not go with it.",
    }),
    include: Type.Optional(
      Type.Array(Enum(caseExportParts), {
        maxItems: 5,
        uniqueItems: true,
        description:
          "What is shown besides the data and the handover. Left out: all but COMMENTS, which are shown to holders of `getCaseComments`.",
      }),
    ),
  },
  { $id: "CaseExportRequest", examples: [{ language: "de", include: ["HISTORY", "PHOTOS"] }] },
);
export type CaseExportRequest = Static<typeof CaseExportRequest>;

export const TourExportRequest = ClosedObject(
  { format: Enum(["PDF", "CSV", "XLSX"]), language: exportLanguage },
  { $id: "TourExportRequest", examples: [{ format: "PDF" }] },
);
export type TourExportRequest = Static<typeof TourExportRequest>;

const pdfDescription =
  "PDF made for archives by the rules of PDF/A-3b: fonts, colour profile and metadata are inside, and nothing in it runs. No " +
  "validator of PDF/A has passed it yet. Times are those of the tenant's time zone, with their distance from UTC. The class " +
  "`export` lets one be made at a time; when others are before it for too long the answer is 503 with `Retry-After`, and what " +
  "takes more than 30 seconds or 256 MB is `LIMIT_EXCEEDED`.";

export const exportOperations = defineOperations("export", {
  exportCase: {
    on: "POST /export/case/{id}",
    summary: "Export a case",
    description:
      `${pdfDescription}\n\nIt shows what \`getCase\` shows the caller, restricted fields for those alone who may know them, and says so. Each row of ` +
      "the history has when it occurred by the sender's clock and when the server received it; what was undone is struck through. " +
      "Signatures that were taken back stand apart, struck through, and never under a handover that holds. Photos are the kept " +
      "files themselves, those in PNG and WebP as they look on white, with their SHA-256: up to 60 of them and 100 MB, the others are listed.",
    kinds: ["USER", "SERVICE"],
    safe: true,
    params: IdParams,
    body: CaseExportRequest,
    bodyOptional: true,
    answerType: "binary",
    limit: "export",
    errors: ["LIMIT_EXCEEDED", "REFERENCE_NOT_FOUND", "FIELD_COMBINATION_INVALID", "TEMPLATE_INVALID"],
  },
  exportTour: {
    on: "POST /export/tour/{id}",
    summary: "Export a tour",
    description:
      `${pdfDescription}\n\nCrew, vehicles, sub-states and all cases with their times; cases that were taken back are struck through. CSV and XLSX: one ` +
      "row for each case. They are written as `exportTime` writes them: `language` decides on the words, and not on what " +
      "separates the cells.",
    kinds: ["USER", "SERVICE"],
    safe: true,
    params: IdParams,
    body: TourExportRequest,
    answerType: "binary",
    limit: "export",
    errors: ["LIMIT_EXCEEDED"],
  },
  exportTime: {
    on: "POST /export/time",
    summary: "Export working time",
    description:
      "Who worked from when to when, by started and finished tours: shift, breaks, time off duty, and what is left of it. Shifts " +
      "are split at midnight in the tenant's time zone, so that rows of a month add up to the month; the days on which the clocks " +
      "change have 23 and 25 hours. A tour that still runs counts until now. `breaks_known` is false for tours that were started " +
      "before breaks were recorded; nothing is taken off then.\n\n" +
      "CSV: UTF-8 with a byte order mark, all cells quoted, separated by semicolons for tenants whose language is German and by " +
      "commas for others. A text that a spreadsheet would take for a formula begins with an apostrophe. XLSX: days, moments " +
      "and durations are numbers that can be sorted and added, moments those of the local clock and shown with their distance " +
      "from UTC; past 1,000,000 rows another sheet begins. A driver exports the own times alone.",
    kinds: ["USER", "SERVICE"],
    safe: true,
    body: TimeExportRequest,
    answerType: "binary",
    limit: "export",
    errors: ["TIME_RANGE_INVALID", "LIMIT_EXCEEDED", "REFERENCE_NOT_FOUND", "BRANCH_ACCESS_DENIED"],
  },
});
