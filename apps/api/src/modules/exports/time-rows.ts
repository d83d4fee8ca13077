/** Rows of a working-time export, by tours or by days. */
import { addDays, type LocalTimeFormatter } from "./local-times";
import { personNameInDocument } from "./document-phrases";
import { type TableCell, dayCell, durationCell, momentCell, numberCell, type ExportTable, textCell } from "./table";
import { sumWorkedDay, type WorkedTimes, type WorkedTourDay } from "./work-time";

/** Person and tour of a part, as far as rows name them. */
interface WorkedByPerson {
  readonly user_id: string;
  readonly lastname: string;
  readonly firstname: string;
  readonly external_id: string | null;
  readonly branch: string | null;
  readonly natural_id: string;
  readonly tour_name: string | null;
  readonly shift_start: string;
  readonly breaks_known: boolean;
  readonly running: boolean;
}
export interface WorkedTourDayOfPerson {
  readonly row: WorkedByPerson;
  readonly part: WorkedTourDay;
}

interface WorkedPartSource {
  /** Parts in the order in which shifts began. */
  readonly parts: AsyncIterable<readonly WorkedTourDayOfPerson[]>;
  readonly times: LocalTimeFormatter;
  readonly firstDay: string;
}

const workingTimeWords = {
  en: {
    title: "Working time",
    columns: {
      day: "Day",
      lastname: "Last name",
      firstname: "First name",
      external_id: "Personnel number",
      branch: "Branch",
      tour: "Tour",
      name: "Name of the tour",
      tours: "Tours",
      from: "From",
      to: "To",
      shift: "Shift",
      breaks: "Breaks",
      off_duty: "Off duty",
      net: "Working time",
      known: "Breaks known",
      running: "Still running",
    },
    yes: "yes",
    no: "no",
  },
  de: {
    title: "Arbeitszeit",
    columns: {
      day: "Tag",
      lastname: "Nachname",
      firstname: "Vorname",
      external_id: "Personalnummer",
      branch: "Niederlassung",
      tour: "Tour",
      name: "Name der Tour",
      tours: "Touren",
      from: "Von",
      to: "Bis",
      shift: "Schicht",
      breaks: "Pausen",
      off_duty: "Außer Dienst",
      net: "Arbeitszeit",
      known: "Pausen bekannt",
      running: "Läuft noch",
    },
    yes: "ja",
    no: "nein",
  },
} as const;
const workingTimeWordsOf = (language: string) => (language === "de" ? workingTimeWords.de : workingTimeWords.en);

/** Table with a row for each person, day and tour, in the order in which shifts began. */
export function createWorkingTimeTableByTour(
  language: string,
  { parts, times, firstDay }: WorkedPartSource,
): ExportTable {
  const { title, columns: c, yes, no } = workingTimeWordsOf(language);
  const person = [c.day, c.lastname, c.firstname, c.external_id, c.branch, c.tour, c.name];
  const columns = [...person, c.from, c.to, c.shift, c.breaks, c.off_duty, c.net, c.known, c.running];
  const cells = ({ row, part }: WorkedTourDayOfPerson): TableCell[] => [
    dayCell(addDays(firstDay, part.day)),
    textCell(personNameInDocument(language, row.lastname)),
    ...[row.firstname, row.external_id, row.branch, row.natural_id, row.tour_name].map(textCell),
    ...workingTimeCells(part, times),
    textCell(row.breaks_known ? yes : no),
    textCell(row.running ? yes : no),
  ];
  return { title, columns, rows: mapInBatches(parts, cells) };
}

/** Table with a row for each person and day, in the order of days and names. */
export function createWorkingTimeTableByDay(
  language: string,
  { parts, times, firstDay }: WorkedPartSource,
): ExportTable {
  const { title, columns: c, yes, no } = workingTimeWordsOf(language);
  const person = [c.day, c.lastname, c.firstname, c.external_id, c.tours];
  const columns = [...person, c.from, c.to, c.shift, c.breaks, c.off_duty, c.net, c.known, c.running];
  const cells = ({ row, day, parts: worked }: WorkedDay): TableCell[] => [
    dayCell(addDays(firstDay, day)),
    textCell(personNameInDocument(language, row.lastname)),
    ...[row.firstname, row.external_id].map(textCell),
    numberCell(worked.length),
    ...workingTimeCells(sumWorkedDay(worked), times),
    textCell(row.breaks_known ? yes : no),
    textCell(row.running ? yes : no),
  ];
  return { title, columns, rows: mapInBatches(sumByDay(parts), cells) };
}

/** Cells of times. Seconds are rounded once, so that the net time is the visible difference, and never less than none. */
function workingTimeCells(
  { from, to, shiftMs, breakMs, offDutyMs }: WorkedTimes,
  times: LocalTimeFormatter,
): TableCell[] {
  const [shift, breaks, offDuty] = [shiftMs, breakMs, offDutyMs].map((ms) => Math.round(ms / 1000) * 1000) as [
    number,
    number,
    number,
  ];
  return [
    momentCell(times.format(from)),
    momentCell(times.format(to)),
    ...[shift, breaks, offDuty, Math.max(0, shift - breaks - offDuty)].map(durationCell),
  ];
}

/** A day of one person, with a part for each tour. */
interface WorkedDay {
  row: Pick<WorkedByPerson, "user_id" | "lastname" | "firstname" | "external_id" | "breaks_known" | "running">;
  readonly day: number;
  readonly parts: WorkedTourDay[];
}

/** Sums of days. Only few days can still change: those since the start of the last tour that was read. */
async function* sumByDay(parts: AsyncIterable<readonly WorkedTourDayOfPerson[]>): AsyncGenerator<WorkedDay[]> {
  const sums = new WorkedDayCollector();
  for await (const piece of parts) {
    for (const part of piece) sums.add(part);
    const last = piece.at(-1);
    // A tour's first day is not before the day of its start, and later tours start later.
    if (last) yield sums.takeBefore(earliestDayOfLastTour(piece, last));
  }
  yield sums.takeBefore(Number.POSITIVE_INFINITY);
}

/** Earliest day of the tour that was read last. */
const earliestDayOfLastTour = (piece: readonly WorkedTourDayOfPerson[], { row }: WorkedTourDayOfPerson) =>
  piece.reduce((day, part) => (part.row === row ? Math.min(day, part.part.day) : day), Number.POSITIVE_INFINITY);

/** Working times of people by day, while they are being collected. */
class WorkedDayCollector {
  private readonly days = new Map<number, Map<string, WorkedDay>>();

  add({ row, part }: WorkedTourDayOfPerson) {
    const people = this.days.get(part.day) ?? new Map<string, WorkedDay>();
    this.days.set(part.day, people);
    const known = people.get(row.user_id);
    if (!known) people.set(row.user_id, { row, day: part.day, parts: [part] });
    else {
      known.parts.push(part);
      known.row = {
        ...known.row,
        breaks_known: known.row.breaks_known && row.breaks_known,
        running: known.row.running || row.running,
      };
    }
  }

  /** Removes the sums of the days before one, and answers them by day and name. */
  takeBefore(day: number): WorkedDay[] {
    const over = [...this.days.keys()].filter((known) => known < day).sort((a, b) => a - b);
    return over.flatMap((known) => {
      const sums = [...(this.days.get(known)?.values() ?? [])];
      this.days.delete(known);
      return sums.sort((a, b) => compareNames(a.row, b.row));
    });
  }
}

const nameCollator = new Intl.Collator("de");
const compareNames = (a: WorkedDay["row"], b: WorkedDay["row"]) =>
  nameCollator.compare(a.lastname, b.lastname) ||
  nameCollator.compare(a.firstname, b.firstname) ||
  (a.user_id < b.user_id ? -1 : 1);

/** Maps rows in short pieces, so that their sources are freed early. */
async function* mapInBatches<A, B>(pieces: AsyncIterable<readonly A[]>, change: (item: A) => B): AsyncGenerator<B[]> {
  for await (const piece of pieces)
    for (let at = 0; at < piece.length; at += MAPPED_BATCH_ROWS)
      yield piece.slice(at, at + MAPPED_BATCH_ROWS).map(change);
}
const MAPPED_BATCH_ROWS = 500;
