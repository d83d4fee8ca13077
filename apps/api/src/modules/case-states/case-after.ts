import type { CaseChange } from "./facts/case-decision";
import type { Actor, CaseSnapshot, HistoryFacts, LinkFacts, TourFacts } from "./facts/case-snapshot";

/** What the writer adds to a change: ids, and on whose behalf it was. */
export interface ChangeMetadata {
  readonly actor: Pick<Actor, "kind" | "user_id" | "device_id">;
  readonly group_id: string;
  /** One for each row of the change's history. */
  readonly history_ids: readonly string[];
  readonly action_id: string | null;
}

/** The rows of the history that a change appends. */
export const historyAfter = (change: CaseChange, written: ChangeMetadata): HistoryFacts[] =>
  change.history.map((row, index) => ({
    ...row,
    id: written.history_ids[index] as string,
    group_id: written.group_id,
    undone: false,
    actor_kind: written.actor.kind,
    user_id: written.actor.user_id,
    device_id: written.actor.device_id,
    action_id: written.action_id,
    occurred_at: change.occurred_at,
    received_at: change.received_at,
    lock_version: change.case.lock_version,
  }));

/** The snapshot as the database has it after the change: whoever asks next gets the same answers from it. */
export function snapshotAfter<S extends CaseSnapshot>(snapshot: S, change: CaseChange, written: ChangeMetadata): S {
  const { rsa_status: _status, ...after } = change.case;
  const changed = new Map(change.links.map(({ op: _op, ...link }) => [link.tour_id, link]));
  const tourOf = new Map<string, TourFacts>(
    [...snapshot.tours, ...snapshot.links.map(({ tour }) => tour)].map((tour) => [tour.id, tour]),
  );
  const kept = snapshot.links.map((link): LinkFacts => ({ ...link, ...changed.get(link.tour_id) }));
  const known = new Set(kept.map(({ tour_id }) => tour_id));
  const fresh = [...changed.values()]
    .filter(({ tour_id }) => !known.has(tour_id))
    .map((link): LinkFacts => ({ ...link, tour: tourOf.get(link.tour_id) as TourFacts }));
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
      belongings_recorded: snapshot.case.belongings_recorded || change.confirmed.belongings,
    },
    links: [...kept, ...fresh],
    tours: snapshot.tours.filter(({ id }) => !changed.has(id)),
    history: [...history, ...historyAfter(change, written)],
  };
}
