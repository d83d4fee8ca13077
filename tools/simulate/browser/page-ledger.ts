/** Ledger of the writes that a page has sent; the same key is the same write, however often it comes. */
import { problemOfResponse } from "@leitstand/client/client";
import type { ApiProblem } from "@leitstand/client/problem";
import type { Operation } from "@leitstand/contract/operation/operation";
import { operations } from "@leitstand/contract/operations";
import type { SimulatedDayRecord } from "../day/book";
import type { RecordedWrite, EventViewer } from "../day/facts";
import type { ObservedWrite } from "./page-network";

type JsonFields = Readonly<Record<string, unknown>>;
type EntryContent = RecordedWrite extends infer Entry
  ? Entry extends unknown
    ? Omit<Entry, keyof Authorship>
    : never
  : never;
type Authorship = Pick<RecordedWrite, "tenant" | "by" | "outcome" | "answer_lost">;

const textOrEmpty = (value: unknown) => (typeof value === "string" ? value : "");
const lockVersionOf = (answer: JsonFields | undefined) =>
  typeof answer?.["lock_version"] === "number" ? answer["lock_version"] : undefined;

/** Parts of input and answer that the ledger keeps, by operation. */
const keptFieldsByOperation: Readonly<
  Record<string, (input: JsonFields, answer: JsonFields | undefined) => EntryContent>
> = {
  receiveAction: ({ id, action, action_id }, answer) => ({
    kind: "action",
    case_id: textOrEmpty(id),
    action: textOrEmpty(action),
    action_id: textOrEmpty(action_id),
    lock_version: lockVersionOf(answer),
  }),
  setTodoCompleted: ({ case_id, todo_id }) => ({
    kind: "todo",
    case_id: textOrEmpty(case_id),
    todo_id: textOrEmpty(todo_id),
  }),
  createCaseComment: ({ id }, answer) => ({
    kind: "comment",
    case_id: textOrEmpty(id),
    comment_id: answer && textOrEmpty(answer["id"]),
  }),
  updateTourStartedSubState: ({ id }, answer) => ({
    kind: "tour",
    tour_id: textOrEmpty(id),
    change: "sub_state",
    lock_version: lockVersionOf(answer),
  }),
  finishTour: ({ id }, answer) => ({
    kind: "tour",
    tour_id: textOrEmpty(id),
    change: "finished",
    lock_version: lockVersionOf(answer),
  }),
};
const labelByOperation: Readonly<Record<string, string>> = {
  setTodoCompleted: "(todo)",
  createCaseComment: "(comment)",
  updateTourStartedSubState: "(tour OFF_DUTY)",
  finishTour: "(tour finished)",
};

const operationPatterns = Object.values(operations as Readonly<Record<string, Operation>>)
  .filter(({ id }) => id in keptFieldsByOperation || id === "updateLocation" || id === "confirmReceipt")
  .map(({ id, method, path }) => ({
    id,
    method,
    path: new RegExp(`^/api/v1${path.replaceAll(/\{(\w+)\}/g, "(?<$1>[^/]+)")}$`),
  }));

interface LedgerParts {
  readonly book: SimulatedDayRecord;
  readonly viewer: EventViewer;
  /** Judges a refusal: one that another person of the day has brought about is no fault. */
  readonly refused: (
    problem: ApiProblem,
    write: { what: string; case_id: string | undefined },
  ) => Promise<RecordedWrite["outcome"]>;
}

export class PageWriteLedger {
  /** Time of the newest acknowledged position, milliseconds since 1970. */
  newestSent: number | undefined;
  private readonly writes = new Map<string, RecordedWrite>();
  private readonly receipts: RecordedWrite[] = [];

  constructor(private readonly parts: LedgerParts) {}

  get entries(): readonly RecordedWrite[] {
    return [...this.writes.values(), ...this.receipts];
  }

  async hear({ method, path, headers, body, answer }: ObservedWrite): Promise<void> {
    const found = operationPatterns.find((one) => one.method === method && one.path.test(path));
    if (!found) return;
    const input: JsonFields = { ...(JSON.parse(body) as JsonFields), ...found.path.exec(path)?.groups };
    if (found.id === "updateLocation") return this.keepPosition(input, answer);
    if (found.id === "confirmReceipt") return this.keepReceipts(input, answer);
    const key = textOrEmpty(headers["idempotency-key"]);
    const before = this.writes.get(key);
    if (before?.outcome === "acknowledged") return;
    const { book, viewer } = this.parts;
    const answer_lost = before?.answer_lost === true || before?.outcome === "unknown";
    const said = { tenant: viewer.tenant, by: viewer.name, answer_lost };
    if (answer?.ok) {
      const told = (await answer.json()) as JsonFields;
      this.writes.set(key, { ...said, ...this.keptOf(found.id, input, told), outcome: "acknowledged" });
      book.count(book.actions, labelByOperation[found.id] ?? textOrEmpty(input["action"]));
    } else {
      const asked = this.keptOf(found.id, input, undefined);
      this.writes.set(key, { ...said, ...asked, outcome: await this.outcomeOf(asked, answer) });
    }
  }

  private keptOf(id: string, input: JsonFields, answer: JsonFields | undefined): EntryContent {
    const keep = keptFieldsByOperation[id];
    if (!keep) throw new Error(`${id} is not written down.`);
    return keep(input, answer);
  }

  private async outcomeOf(asked: EntryContent, answer: Response | undefined): Promise<RecordedWrite["outcome"]> {
    if (answer === undefined) return "unknown";
    const { viewer, refused } = this.parts;
    const case_id = "case_id" in asked ? asked.case_id : undefined;
    return refused(await problemOfResponse(answer), { what: `${JSON.stringify(asked)} by ${viewer.name}`, case_id });
  }

  /** When only some of several receipts were accepted, the answer does not say which. */
  private async keepReceipts({ receipts }: JsonFields, answer: Response | undefined) {
    const told = receipts as readonly { readonly case_id: string }[];
    const accepted = answer?.ok ? ((await answer.json()) as { accepted: number }).accepted : undefined;
    if (accepted === 0) return;
    const outcome = accepted === told.length ? ("acknowledged" as const) : ("unknown" as const);
    const { tenant, name: by } = this.parts.viewer;
    for (const { case_id } of told) this.receipts.push({ kind: "receipt", tenant, by, case_id, outcome });
  }

  private async keepPosition({ locations }: JsonFields, answer: Response | undefined) {
    const fixes = locations as readonly { readonly time: string }[];
    if (!answer?.ok) return;
    const { accepted } = (await answer.json()) as { accepted: number };
    this.parts.book.positions += accepted;
    if (accepted === fixes.length) this.newestSent = Date.parse(fixes.at(-1)?.time ?? "");
  }
}
