import type { Tour } from "@leitstand/contract/tours/tour";
import type { Static } from "@leitstand/contract/core/schema";
import type { DocumentBlock, PaperDocument } from "#modules/documents/index";
import type { SubStateSpan } from "./exports.sql";
import { documentPhrasesOf, personNameInDocument } from "./document-phrases";
import { labelForEnumValue } from "./field-words";
import { type TableCell, momentCell, numberCell, type ExportTable, textCell } from "./table";
import {
  createPrintableDocument,
  endOfTourPart,
  formatDocumentMoment,
  titledSection,
  type DocumentContext,
} from "./writing.service";

type TourAnswer = Static<typeof Tour>;
type TourCase = TourAnswer["open_cases"][number];

export interface TourDocumentContent {
  readonly tour: TourAnswer;
  readonly spans: readonly SubStateSpan[];
}

const allCasesOfTour = ({ open_cases, finished_cases = [], forwarded_cases = [], unassigned_cases = [] }: TourAnswer) =>
  [...finished_cases, ...open_cases, ...forwarded_cases, ...unassigned_cases].sort((a, b) => a.position - b.position);

export function createTourDocument(writing: DocumentContext, { tour, spans }: TourDocumentContent): PaperDocument {
  const phrases = documentPhrasesOf(writing.language);
  const period = (from: string | null, to: string | null) =>
    from === null && to === null ? "" : `${formatDocumentMoment(writing, from)} – ${formatDocumentMoment(writing, to)}`;
  const facts = [
    [phrases.name, tour.name ?? ""],
    [phrases.branch, tour.branch?.name ?? ""],
    [phrases.state, labelForEnumValue(writing.language, tour.status)],
    [phrases.scheduled, period(tour.scheduled_start_at, tour.scheduled_end_at)],
    [phrases.worked, period(tour.started_at, tour.ended_at)],
    [
      phrases.crew,
      tour.users
        .map(({ firstname, lastname }) => personNameInDocument(writing.language, `${firstname} ${lastname}`.trim()))
        .join(", "),
    ],
    [phrases.description, tour.description ?? ""],
  ].filter(([, value]) => value !== "") as [string, string][];
  return createPrintableDocument(writing, `${phrases.tour} ${tour.natural_id}`, [
    { kind: "facts", facts },
    ...vehicleBlocks(writing, tour),
    ...spanBlocks(writing, spans),
    ...caseBlocks(writing, allCasesOfTour(tour)),
  ]);
}

function vehicleBlocks(writing: DocumentContext, { vehicle_device_associations: used }: TourAnswer): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  if (used.length === 0) return [];
  const rows = used.map(({ vehicle, device }) => ({
    cells: [vehicle.license_plate, vehicle.description, device ? (device.name ?? device.natural_id) : ""],
  }));
  const columns = [
    { title: phrases.vehicle, share: 0.2 },
    { title: phrases.name, share: 0.5 },
    { title: phrases.device, share: 0.3 },
  ];
  return titledSection(phrases.vehicles, [{ kind: "table", columns, rows }]);
}

function spanBlocks(writing: DocumentContext, spans: readonly SubStateSpan[]): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  if (spans.length === 0) return [];
  const rows = spans.map(({ sub_state, began_at, ended_at }) => ({
    cells: [
      labelForEnumValue(writing.language, sub_state),
      formatDocumentMoment(writing, began_at),
      formatDocumentMoment(writing, ended_at),
    ],
  }));
  const columns = [phrases.state, phrases.from, phrases.to].map((title) => ({ title, share: 1 / 3 }));
  return titledSection(phrases.subStates, [{ kind: "table", columns, rows }]);
}

function caseBlocks(writing: DocumentContext, cases: readonly TourCase[]): DocumentBlock[] {
  const phrases = documentPhrasesOf(writing.language);
  if (cases.length === 0) return titledSection(phrases.cases, [{ kind: "text", text: phrases.none }]);
  const columns = [
    { title: phrases.number, share: 0.16 },
    { title: phrases.name, share: 0.17 },
    { title: `${phrases.source} – ${phrases.target}`, share: 0.16 },
    { title: phrases.state, share: 0.12 },
    { title: phrases.arrived, share: 0.13 },
    { title: phrases.loaded, share: 0.13 },
    { title: phrases.ended, share: 0.13 },
  ];
  const rows = cases.map((dispatchCase) => ({
    isStruck: dispatchCase.bucket === "unassigned",
    cells: [
      dispatchCase.natural_id,
      dispatchCase.display_name,
      [dispatchCase.source_city, dispatchCase.target_city].filter(Boolean).join(" – "),
      `${labelForEnumValue(writing.language, dispatchCase.link_state)} (${labelForEnumValue(writing.language, dispatchCase.bucket)})`,
      ...[dispatchCase.arrived_at, dispatchCase.loaded_at, endOfTourPart(dispatchCase)].map((at) =>
        formatDocumentMoment(writing, at),
      ),
    ],
  }));
  return titledSection(phrases.cases, [{ kind: "table", columns, rows }]);
}

/** Cases of a tour as a table: one row for each. */
export function createTourCasesTable(writing: DocumentContext, { tour }: TourDocumentContent): ExportTable {
  const phrases = documentPhrasesOf(writing.language);
  const times = [
    "assigned_at",
    "accepted_at",
    "started_at",
    "arrived_at",
    "loaded_at",
    "finished_at",
    "closed_at",
  ] as const;
  const columns = [
    phrases.tour,
    phrases.position,
    phrases.number,
    phrases.name,
    phrases.list,
    phrases.state,
    phrases.source,
    phrases.target,
    phrases.assigned,
    phrases.accepted,
    phrases.started,
    phrases.arrived,
    phrases.loaded,
    phrases.delivered,
    phrases.ended,
  ];
  const cells = (dispatchCase: TourCase): TableCell[] => [
    textCell(tour.natural_id),
    numberCell(dispatchCase.position),
    textCell(dispatchCase.natural_id),
    textCell(dispatchCase.display_name),
    textCell(labelForEnumValue(writing.language, dispatchCase.bucket)),
    textCell(labelForEnumValue(writing.language, dispatchCase.link_state)),
    textCell(dispatchCase.source_city),
    textCell(dispatchCase.target_city),
    ...times.map((time) => {
      const at = dispatchCase[time];
      return momentCell(at === null ? null : writing.times.format(Date.parse(at)));
    }),
  ];
  const rows = allCasesOfTour(tour).map(cells);
  return {
    title: phrases.tour,
    columns,
    rows: (async function* () {
      yield rows;
    })(),
  };
}
