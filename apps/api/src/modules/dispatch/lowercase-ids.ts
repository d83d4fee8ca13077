import type { CaseCommand } from "#modules/case-states/index";

/**
 * Turns ids into lower case, as PostgreSQL writes them, because the rules compare them and clients may send capitals.
 */
export function lowercaseIds<K extends string, T extends { readonly [name in K]?: string }>(
  fields: T,
  names: readonly K[],
): T {
  const ids: Record<string, string> = {};
  for (const name of names) {
    const id = fields[name];
    if (id !== undefined) ids[name] = id.toLowerCase();
  }
  return { ...fields, ...ids };
}

type Command = Omit<CaseCommand, "lock_version">;

export function lowercaseCommand<C extends Command>(command: C): C {
  const { payload } = command;
  return {
    ...lowercaseIds(command, ["tour_id", "action_id"]),
    ...(payload === undefined ? {} : { payload: lowercasePayload(payload) }),
  };
}

function lowercasePayload(payload: NonNullable<Command["payload"]>): typeof payload {
  const { todos, photo_ids } = payload;
  return {
    ...lowercaseIds(payload, ["to_tour_id", "to_branch_id", "from_tour_id"]),
    ...(todos === undefined ? {} : { todos: todos.map((id) => id.toLowerCase()) }),
    ...(photo_ids === undefined ? {} : { photo_ids: [...new Set(photo_ids.map((id) => id.toLowerCase()))] }),
  };
}
