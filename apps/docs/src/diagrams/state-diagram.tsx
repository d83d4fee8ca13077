import { ArrowHead } from "./arrow-head";
import type { StateDiagramData, TransitionTableData } from "./state-data";
import styles from "./state-machine.module.css";

interface StateDiagramProps {
  readonly diagram: StateDiagramData;
  readonly table: TransitionTableData;
  /** Action that is chosen or under the mouse. */
  readonly shown: string | undefined;
  /** Prefix that keeps ids unique among the diagrams of a page. */
  readonly name: string;
}

/** Diagram that was drawn at build; here its parts are only marked. Screen readers use the table below. */
export function StateDiagram({ diagram, table, shown, name }: StateDiagramProps) {
  const ringed = new Set(
    table.rows.flatMap(({ state, cells }) =>
      cells.filter(({ action }) => action === shown).flatMap(({ to }) => [state, ...to]),
    ),
  );
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- where it is cut off, keys scroll it
    <div className={styles.frame} role="group" aria-label="Diagram of the states, told by the table below" tabIndex={0}>
      <svg
        width="864"
        height={diagram.height}
        viewBox={`0 0 864 ${diagram.height}`}
        aria-hidden
        className={styles.diagram}
      >
        <ArrowHeads name={name} />
        {diagram.areas.map((area) => (
          <g key={area.name}>
            <rect {...area.box} rx="10" className={styles.area} />
            <text x={area.titleAt[0]} y={area.titleAt[1]} className={styles.title}>
              {area.title}
            </text>
          </g>
        ))}
        {diagram.notes.map(({ text, at, anchor, path }) => (
          <g key={text}>
            {path !== undefined && <path d={path} className={styles.dotted} markerEnd={`url(#plain-${name})`} />}
            <text x={at[0]} y={at[1]} textAnchor={anchor} className={styles.note}>
              {text}
            </text>
          </g>
        ))}
        {edgesInDrawingOrder(diagram.wires, shown).map((wire) => (
          <StateEdge
            key={`${wire.action} ${wire.label.at.join(" ")}`}
            wire={wire}
            isShown={wire.action === shown}
            name={name}
          />
        ))}
        {diagram.states.map((state) => (
          <StateBox key={state.name} state={state} isRinged={ringed.has(state.name)} />
        ))}
      </svg>
    </div>
  );
}

const ArrowHeads = ({ name }: { readonly name: string }) => (
  <defs>
    {["plain", "chosen"].map((kind) => (
      <ArrowHead key={kind} id={`${kind}-${name}`} className={styles[kind]} />
    ))}
  </defs>
);

/** Lines in drawing order: highlighted lines last, so that they cover the others. */
const edgesInDrawingOrder = (wires: StateDiagramData["wires"], shown: string | undefined) => [
  ...wires.filter(({ action }) => action !== shown),
  ...wires.filter(({ action }) => action === shown),
];

interface EdgeProps {
  readonly wire: StateDiagramData["wires"][number];
  readonly isShown: boolean;
  readonly name: string;
}

const StateEdge = ({ wire: { action, lines, label }, isShown, name }: EdgeProps) => (
  <g className={styles.edge} data-edge={action} data-shown={isShown || undefined}>
    {lines.map(({ path, isArrow }) => (
      <path key={path} d={path} {...(isArrow && { markerEnd: `url(#${isShown ? "chosen" : "plain"}-${name})` })} />
    ))}
    <text y={label.at[1]} textAnchor={label.anchor}>
      {label.lines.map((line, at) => (
        <tspan key={line} x={label.at[0]} dy={at === 0 ? 0 : 13}>
          {line}
        </tspan>
      ))}
    </text>
  </g>
);

interface StateProps {
  readonly state: StateDiagramData["states"][number];
  readonly isRinged: boolean;
}

function StateBox({ state: { name, text, tone, box, isClosed, isLoaded }, isRinged }: StateProps) {
  const middle = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  if (name === "-") return <circle cx={middle.x} cy={middle.y} r="6" className={styles.begin} />;
  const kind = isLoaded ? "loaded" : isClosed ? "closed" : undefined;
  return (
    <g className={styles.state} data-state={name} data-kind={kind} data-shown={isRinged || undefined}>
      <rect {...box} rx="6" />
      <rect x={box.x + 6} y={box.y + 9} width="4" height="18" rx="2" className={styles.tone} data-tone={tone} />
      <text x={middle.x + 5} y={middle.y + 4} textAnchor="middle">
        {text}
      </text>
    </g>
  );
}
