import generated from "@site/generated/transitions.json";
import styles from "./state-diagram.module.css";
import type { describeTables } from "./contract-states";

const transitions = generated as ReturnType<typeof describeTables>;

const ROW = 44;
const BOX = { width: 132, height: 28 };
const MIDDLE = 300;

/** The moves between states drawn from the same table: down on the right, back up on the left; UNDO is left out. */
export function StateDiagram({ of, label }: { readonly of: string; readonly label: string }) {
  const table = transitions[of];
  if (table === undefined) throw new Error(`There is no table ${of}.`);
  const states = table.rows.map(({ state }) => state);
  const moves = table.rows.flatMap(({ state, cells }) =>
    cells.flatMap(({ action, to }) =>
      to
        .filter((target) => target !== state && target !== "PREV")
        .map((target) => ({ from: state, to: target, action })),
    ),
  );
  const arcs = joinArcs(moves, states);
  const height = states.length * ROW + 16;
  return (
    <div className={styles.frame}>
      <svg viewBox={`0 0 ${2 * MIDDLE} ${height}`} role="img" aria-label={label} className={styles.diagram}>
        <defs>
          <marker id={`end-${of}`} viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto">
            <path d="M0 0 8 4 0 8z" className={styles.end} />
          </marker>
        </defs>
        {arcs.map(({ from, to, actions }) => (
          <path key={`${from} ${to}`} d={arcOf(from, to)} className={styles.arc} markerEnd={`url(#end-${of})`}>
            <title>{`${states[from]} to ${states[to]}: ${actions.join(", ")}`}</title>
          </path>
        ))}
        {states.map((state, at) => (
          <g key={state} transform={`translate(${MIDDLE - BOX.width / 2} ${centre(at) - BOX.height / 2})`}>
            <rect {...BOX} rx="6" className={styles.box} />
            <text x={BOX.width / 2} y={BOX.height / 2} className={styles.name}>
              {state === "-" ? "no link yet" : state}
            </text>
          </g>
        ))}
      </svg>
    </div>
  );
}

interface Move {
  readonly from: string;
  readonly to: string;
  readonly action: string;
}

/** One arc for all actions between the same two states. */
function joinArcs(moves: readonly Move[], states: readonly string[]) {
  const arcs = new Map<string, { from: number; to: number; actions: string[] }>();
  for (const { from, to, action } of moves) {
    const key = `${from} ${to}`;
    const arc = arcs.get(key) ?? { from: states.indexOf(from), to: states.indexOf(to), actions: [] };
    arc.actions.push(action);
    arcs.set(key, arc);
  }
  return [...arcs.values()];
}

const centre = (at: number) => at * ROW + ROW / 2 + 4;

function arcOf(from: number, to: number): string {
  const side = to > from ? 1 : -1;
  const x = MIDDLE + (side * BOX.width) / 2;
  const distance = Math.abs(to - from);
  if (distance === 1) {
    const y = centre(from) + (side * BOX.height) / 2;
    return `M${MIDDLE + side * 12} ${y} V${centre(to) - (side * BOX.height) / 2}`;
  }
  const reach = x + side * (16 + distance * 15);
  return `M${x} ${centre(from) + side * 4} C${reach} ${centre(from) + side * 8} ${reach} ${centre(to) - side * 8} ${x} ${centre(to) - side * 4}`;
}
