/**
 * A sequence diagram as text, one thing a line:
 *
 *     title: A phone catches up
 *     actor app: Driver app | DEVICE token
 *     actor api: Leitstand API | /api/v1
 *     legend ~>: Event of the stream
 *     app -> api: ACCEPT | 200, lock_version 4
 *     api ~> app: case action
 *     note app: No network | The driver taps ACCEPT. | Kept: action_id
 *
 * `->` asks and has its answer behind the bar, `~>` tells and needs none. An answer that begins with `!` is a bad one, with
 * `+` a good one. `alert` is a note that stands out.
 */
export interface SequenceDiagramData {
  readonly title: string;
  readonly actors: readonly SequenceActor[];
  readonly steps: readonly SequenceDiagramStep[];
  /** Meaning of a dashed arrow, shown below the diagram. */
  readonly legend: string;
}
interface SequenceActor {
  readonly id: string;
  readonly name: string;
  readonly remark: string;
}
export type SequenceDiagramStep = SequenceArrow | SequenceNote;
interface SequenceArrow {
  readonly kind: "request" | "event";
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly answer?: string;
  readonly tone: "plain" | "good" | "bad";
}
interface SequenceNote {
  readonly kind: "note" | "alert";
  readonly by: string;
  readonly lines: readonly string[];
}

/** Reads a sequence. Throws with the number of a line that it cannot read. */
export function parseSequenceDiagram(source: string): SequenceDiagramData {
  const lines = source.split("\n").map((text, at) => ({ text: text.trim(), number: at + 1 }));
  const told = lines.filter(({ text }) => text !== "" && !text.startsWith("#"));
  let title = "";
  let legend = "Message";
  const actors: SequenceActor[] = [];
  const steps: SequenceDiagramStep[] = [];
  for (const { text, number } of told) {
    const [, head = "", tail = ""] = /^([^:]+): (.+)$/.exec(text) ?? [];
    const parts = tail.split(" | ").map((part) => part.trim());
    const actor = /^actor (\w+)$/.exec(head)?.[1];
    const step = parseStep(head, parts);
    if (head === "title") title = tail;
    else if (head === "legend ~>") legend = tail;
    else if (actor !== undefined) actors.push({ id: actor, name: parts[0] as string, remark: parts[1] ?? "" });
    else if (step === undefined) throw new Error(`Line ${number} is none of a sequence diagram: ${text}`);
    else {
      const stranger = actorIds(step).find((id) => !actors.some((known) => known.id === id));
      if (stranger !== undefined) throw new Error(`Line ${number} names ${stranger}, who is no actor.`);
      steps.push(step);
    }
  }
  if (title === "" || actors.length < 2 || steps.length === 0)
    throw new Error("A sequence diagram needs a title, two actors and a step.");
  return { title, actors, steps, legend };
}

function parseStep(head: string, [text = "", ...more]: readonly string[]): SequenceDiagramStep | undefined {
  const [, from, arrow, to] = /^(\w+) (->|~>) (\w+)$/.exec(head) ?? [];
  if (from !== undefined && to !== undefined) {
    const [, mark, answer] = /^([!+]?) ?(.*)$/.exec(more.join(" | ")) ?? [];
    const tone = mark === "!" ? "bad" : mark === "+" ? "good" : "plain";
    const kind = arrow === "->" ? "request" : "event";
    return { kind, from, to, text, tone, ...(answer && { answer }) };
  }
  const [, kind, by] = /^(note|alert) (\w+)$/.exec(head) ?? [];
  return by === undefined ? undefined : { kind: kind as "note" | "alert", by, lines: [text, ...more] };
}

const actorIds = (step: SequenceDiagramStep) => ("by" in step ? [step.by] : [step.from, step.to]);

/** The sequence as sentences, in order: for phones, screen readers and the Markdown of a page. */
export function describeSequenceDiagram({
  actors,
  steps,
}: SequenceDiagramData): readonly { readonly who: string; readonly text: string }[] {
  const nameOf = (id: string) => actors.find((actor) => actor.id === id)?.name ?? id;
  return steps.map((step) => {
    if ("by" in step) return { who: nameOf(step.by), text: step.lines.map(withFullStop).join(" ") };
    const answer =
      step.answer === undefined ? "" : step.kind === "request" ? ` Answer: ${step.answer}.` : ` (${step.answer})`;
    const text = step.kind === "request" ? withFullStop(step.text) : step.text;
    return { who: `${nameOf(step.from)} → ${nameOf(step.to)}`, text: text + answer };
  });
}

const withFullStop = (text: string) => (/[.!?:]$/.test(text) ? text : `${text}.`);
