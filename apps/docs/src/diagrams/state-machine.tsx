import Link from "@docusaurus/Link";
import { type ReactNode, useState } from "react";
import { factsOfAction, readStateMachine, type TransitionTableData } from "./state-data";
import { StateList } from "./state-list";
import styles from "./state-machine.module.css";
import { StateDiagram } from "./state-diagram";
import { TransitionTable } from "./transition-table";
import { useChosenAction } from "./use-chosen-action";

interface StateMachineProps {
  /** Name of the machine in the contract. */
  readonly of: string;
  /** Heading of the table, between diagram and table. */
  readonly children: ReactNode;
}

/** A state machine: a diagram, on narrow screens a list, and a table with the same facts as text. */
export function StateMachine({ of, children }: StateMachineProps) {
  const { diagram, table } = readStateMachine(of);
  const [chosen, choose] = useChosenAction(of);
  const [pointed, setPointed] = useState<string>();
  const shown = pointed ?? chosen;
  const known = table.actions.filter((action) =>
    table.rows.some(({ cells }) => cells.some((cell) => cell.action === action)),
  );
  return (
    <>
      <div className={styles.chips} role="group" aria-label="Action to show">
        {known.map((action) => (
          <button
            key={action}
            type="button"
            className={styles.chip}
            aria-pressed={action === chosen}
            onClick={() => {
              choose(action === chosen ? undefined : action);
              setPointed(undefined);
            }}
            onPointerEnter={({ pointerType }) => pointerType === "mouse" && setPointed(action)}
            onPointerLeave={() => setPointed(undefined)}
          >
            {action}
          </button>
        ))}
      </div>
      <figure className={styles.figure}>
        <StateDiagram diagram={diagram} table={table} shown={shown} name={of} />
        <StateList entries={diagram.list} shown={shown} />
        <figcaption className={styles.told} aria-live="polite">
          {shown === undefined ? (
            "Choose an action to see where it leads."
          ) : (
            <ActionFacts table={table} action={shown} />
          )}
        </figcaption>
      </figure>
      {children}
      <TransitionTable table={table} shown={shown} />
    </>
  );
}

/** Facts about the chosen action: who may take it, which fields it reads, and whether UNDO takes it back. */
function ActionFacts({ table, action }: { readonly table: TransitionTableData; readonly action: string }) {
  const { who, needs, reads, isUndoable } = factsOfAction(table, action);
  return (
    <>
      <span>
        <strong>{action}</strong> by {who.join(", ").replace(/, ([^,]*)$/, " and $1")}
      </span>
      {needs.length > 0 && (
        <span>
          Needs <ActionNames of={needs} />
        </span>
      )}
      {reads.length > 0 && (
        <span>
          {needs.length > 0 ? "May read" : "May need"} <ActionNames of={reads} />
        </span>
      )}
      {action !== "UNDO" && <span>{isUndoable ? "UNDO takes it back" : "UNDO does not take it back"}</span>}
      <Link to="/openapi/#receiveAction">receiveAction</Link>
    </>
  );
}

const ActionNames = ({ of }: { readonly of: readonly string[] }) =>
  of.map((name, at) => (
    <span key={name}>
      {at > 0 && ", "}
      <code>{name}</code>
    </span>
  ));
