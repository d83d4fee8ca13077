import type { AcceptedCaseAction } from "./facts/case-decision";
import type { Actor, CaseSnapshot, StoredCaseHistoryRow, SnapshotLink } from "./facts/case-snapshot";

/** Author on whose behalf a change is made. */
interface ChangeAuthor {
  readonly actor: Pick<Actor, "kind" | "user_id" | "device_id">;
  readonly action_id: string | null;
}
/** Metadata that the writer adds to a change: ids, and its author. */
export interface ChangeMetadata extends ChangeAuthor {
  /** Rows that the change appends to the history. */
  readonly history: readonly StoredCaseHistoryRow[];
}

/** Gives the rows of a change their ids: one for each, and one for all of them together. */
export function createChangeMetadata(
  change: AcceptedCaseAction,
  { actor, action_id }: ChangeAuthor,
  newId: () => string,
): ChangeMetadata {
  const group_id = newId();
  const history = change.history.map((row) => ({
    ...row,
    id: newId(),
    group_id,
    undone: false,
    actor_kind: actor.kind,
    user_id: actor.user_id,
    device_id: actor.device_id,
    action_id,
    occurred_at: change.occurred_at,
    received_at: change.received_at,
    lock_version: change.case.lock_version,
  }));
  return { actor, action_id, history };
}

/** Snapshot as the database has it after the change, so that further decisions get the same answers from it. */
export function applyChangeToCaseSnapshot<S extends CaseSnapshot>(
  snapshot: S,
  change: AcceptedCaseAction,
  metadata: ChangeMetadata,
): S {
  const { rsa_status: _status, ...after } = change.case;
  const changed = new Map(change.links.map(({ op: _op, ...link }) => [link.tour_id, link]));
  const kept = snapshot.links.map((link): SnapshotLink => ({ ...link, ...changed.get(link.tour_id) }));
  // Tours of a snapshot that are listed apart from its links have no link yet: the change on them is their first.
  const first = snapshot.tours.flatMap((tour): SnapshotLink[] => {
    const link = changed.get(tour.id);
    return link === undefined ? [] : [{ ...link, tour }];
  });
  const undone = new Set(change.history.map(({ undoes }) => undoes));
  const history = snapshot.history.map((row) => (undone.has(row.id) ? { ...row, undone: true } : row));
  const done = new Set(change.completed_todo_ids);
  return {
    ...snapshot,
    case: {
      ...snapshot.case,
      ...after,
      todos: snapshot.case.todos.map((todo) => ({ ...todo, completed: todo.completed || done.has(todo.id) })),
      identity_confirmed: snapshot.case.identity_confirmed || change.confirmed.identity,
      belongings_recorded: snapshot.case.belongings_recorded || change.confirmed.belongings !== null,
    },
    links: [...kept, ...first],
    tours: snapshot.tours.filter(({ id }) => !changed.has(id)),
    history: [...history, ...metadata.history],
  };
}
