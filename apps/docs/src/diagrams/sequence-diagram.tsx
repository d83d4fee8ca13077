import { useId, useState } from "react";
import type { SequenceDiagramDrawing } from "../../steps/diagrams/sequences";
import { ArrowHead } from "./arrow-head";
import styles from "./sequence-diagram.module.css";

/** Sequence of requests between actors: a picture, and the same as a list for phones, screen readers and on request. */
export function SequenceDiagram({ of: drawing }: { readonly of: SequenceDiagramDrawing }) {
  const id = useId();
  const [isText, setText] = useState(false);
  const { title, told, legend } = drawing;
  return (
    <figure className={styles.figure}>
      <SequencePicture drawing={drawing} id={id} />
      <ol id={`${id}-text`} className={isText ? styles.text : styles.hidden}>
        {told.map(({ who, text }, at) => (
          <li key={`${at + 1} ${who}`}>
            <strong>{who}:</strong> {text}
          </li>
        ))}
      </ol>
      <div className={styles.legend}>
        {legend.map(({ kind, text }) => (
          <span key={kind} aria-hidden data-legend>
            <svg width="22" height="8">
              <path d="M0 4H22" className={styles[kind]} />
            </svg>
            {text}
          </span>
        ))}
        <button
          type="button"
          aria-expanded={isText}
          aria-controls={`${id}-text`}
          aria-label={`As text: ${title}`}
          onClick={() => setText(!isText)}
        >
          As text
        </button>
      </div>
    </figure>
  );
}

interface PictureProps {
  readonly drawing: SequenceDiagramDrawing;
  readonly id: string;
}

function SequencePicture({ drawing: { height, actors, life, steps, title }, id }: PictureProps) {
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where it is cut off, keys scroll it
    <div className={styles.frame} role="group" aria-label={`Picture: ${title}`} tabIndex={0}>
      <svg width="864" height={height} viewBox={`0 0 864 ${height}`} aria-hidden className={styles.picture}>
        <defs>
          {["request", "event"].map((kind) => (
            <ArrowHead key={kind} id={`${id}-${kind}`} className={styles[`${kind}End`]} />
          ))}
        </defs>
        {actors.map(({ x, name, remark, box }) => (
          <g key={name}>
            <path d={`M${x} ${life.from}V${life.to}`} className={styles.life} />
            <rect {...box} rx="8" className={styles.actor} />
            <text x={x} y={remark === "" ? 41 : 33} textAnchor="middle" className={styles.name}>
              {name}
            </text>
            <text x={x} y="49" textAnchor="middle" className={styles.remark}>
              {remark}
            </text>
          </g>
        ))}
        {steps.map((step) => (
          <DrawnStep key={step.shape === "arrow" ? step.y : step.box.y} step={step} id={id} />
        ))}
      </svg>
    </div>
  );
}

interface StepProps {
  readonly step: SequenceDiagramDrawing["steps"][number];
  readonly id: string;
}

function DrawnStep({ step, id }: StepProps) {
  if (step.shape === "note") {
    const { kind, box, bar, lines, textX, anchor } = step;
    return (
      <g className={styles[kind]}>
        <rect {...box} rx="8" />
        <rect {...bar} rx="3" className={styles.bar} />
        {lines.map(({ text, y }, at) => (
          <text key={text} x={textX} y={y} textAnchor={anchor} className={at === 0 ? styles.heading : styles.line}>
            {text}
          </text>
        ))}
      </g>
    );
  }
  const { kind, tone, text, answer, x1, x2, middle, y } = step;
  return (
    <g>
      <path d={`M${x1} ${y}H${x2}`} className={styles[kind]} markerEnd={`url(#${id}-${kind})`} />
      <text x={middle} y={y - 7} textAnchor="middle" className={styles.label}>
        {text}
      </text>
      {answer !== undefined && (
        <text x={middle} y={y + 15} textAnchor="middle" className={styles.answer} data-tone={tone}>
          {answer}
        </text>
      )}
    </g>
  );
}
