import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import {
  parseSequenceDiagram,
  type SequenceDiagramData,
  type SequenceDiagramStep,
  describeSequenceDiagram,
} from "./read-sequence";
import { estimateTextWidth } from "./text-width";

const sequencesFolder = fileURLToPath(new URL("../../src/diagrams/sequences/", import.meta.url));

const DRAWING_WIDTH = 864;
const EDGE_MARGIN = 98;
const ACTOR_BOX = { y: 14, width: 156, height: 44 };
const FIRST_STEP_Y = 82;
const LABEL_FONT_SIZES = { size: 12.5, remark: 11 };

export type SequenceDiagramDrawing = ReturnType<typeof drawSequenceDiagram>;

/** Every sequence diagram of the site, by the name of its file. */
export const drawSequenceDiagrams = (): Readonly<Record<string, SequenceDiagramDrawing>> =>
  Object.fromEntries(
    readdirSync(sequencesFolder)
      .filter((file) => file.endsWith(".txt"))
      .map((file) => {
        try {
          return [
            file.slice(0, -4),
            drawSequenceDiagram(parseSequenceDiagram(readFileSync(sequencesFolder + file, "utf8"))),
          ];
        } catch (error) {
          throw new Error(`${file}: ${(error as Error).message}`, { cause: error });
        }
      }),
  );

/** Positions of all parts of the drawing; throws when a text is wider than its arrow. */
export function drawSequenceDiagram(sequence: SequenceDiagramData) {
  const { title, actors, legend } = sequence;
  const gap = (DRAWING_WIDTH - 2 * EDGE_MARGIN) / (actors.length - 1);
  const xOf = (id: string) => EDGE_MARGIN + gap * actors.findIndex((actor) => actor.id === id);
  let y = FIRST_STEP_Y;
  const steps = sequence.steps.map((step) => {
    const drawn = "by" in step ? drawNote(step, xOf(step.by), y) : drawArrow(step, [xOf(step.from), xOf(step.to)], y);
    y += drawn.height;
    return drawn;
  });
  const kinds = new Set(sequence.steps.map(({ kind }) => kind));
  return {
    title,
    height: y + 12,
    actors: actors.map(({ id, name, remark }) => {
      if (estimateTextWidth(name, 14) > ACTOR_BOX.width - 12) throw new Error(`"${name}" does not fit its box.`);
      return { x: xOf(id), name, remark, box: { ...ACTOR_BOX, x: xOf(id) - ACTOR_BOX.width / 2 } };
    }),
    life: { from: ACTOR_BOX.y + ACTOR_BOX.height, to: y + 4 },
    steps,
    legend: [
      ...(kinds.has("request") ? [{ kind: "request", text: "Request" }] : []),
      ...(kinds.has("event") ? [{ kind: "event", text: legend }] : []),
    ],
    told: describeSequenceDiagram(sequence),
  };
}

type ArrowStep = Extract<SequenceDiagramStep, { readonly from: string }>;
type NoteStep = Exclude<SequenceDiagramStep, ArrowStep>;

function drawArrow({ kind, text, answer, tone }: ArrowStep, [from, to]: readonly [number, number], y: number) {
  const room = Math.abs(to - from) - 12;
  for (const [shown, size] of [
    [text, LABEL_FONT_SIZES.size],
    [answer ?? "", LABEL_FONT_SIZES.remark],
  ] as const)
    if (estimateTextWidth(shown, size) > room) throw new Error(`"${shown}" is wider than its arrow.`);
  const direction = Math.sign(to - from);
  return {
    shape: "arrow" as const,
    kind,
    tone,
    text,
    ...(answer !== undefined && { answer }),
    x1: from + direction * 6,
    x2: to - direction * 6,
    middle: (from + to) / 2,
    y: y + 12,
    height: answer === undefined ? 32 : 45,
  };
}

function drawNote({ kind, lines }: NoteStep, x: number, y: number) {
  const PADDING = 18;
  const BEFORE = 76;
  const width = BEFORE + PADDING * 2 + Math.max(...lines.map((line) => estimateTextWidth(line, LABEL_FONT_SIZES.size)));
  // The note is on the side of the actor's line that faces the middle.
  const isLeft = x > DRAWING_WIDTH / 2;
  const height = 18 + lines.length * 19;
  const box = { x: isLeft ? x + BEFORE - width : x - BEFORE, y: y - 6, width, height };
  if (box.x < 4 || box.x + width > DRAWING_WIDTH - 4) throw new Error(`The note "${lines[0]}" is too wide.`);
  return {
    shape: "note" as const,
    kind,
    lines: lines.map((text, at) => ({ text, y: y + 15 + at * 19 })),
    textX: isLeft ? x - PADDING : x + PADDING,
    anchor: isLeft ? ("end" as const) : ("start" as const),
    box,
    bar: { x: x - 7, y: y, width: 14, height: height - 12 },
    height: height + 12,
  };
}
