import { StartupError } from "../process/startup-error";

/** Number of connections of one node by purpose; each is opened when it is first needed. */
export interface ConnectionPoolSizes {
  /** Connections for changes; each call has one to itself for as long as it lasts. */
  readonly writers: number;
  /** Connections that short reads share. */
  readonly readers: number;
  /** Connections for long lists and searches. */
  readonly lists: number;
  /** Connections for work across tenants: sign-in, events, jobs, ingest. */
  readonly system: number;
}

/** Default sizes of pools, and sizes in proportion for commands and tests. */
export const connectionPoolSizesFor = (writers: number): ConnectionPoolSizes => ({
  writers,
  readers: 4,
  lists: Math.max(2, Math.floor(writers / 2)),
  system: Math.max(4, Math.floor(writers / 2)),
});

/** Connections of an installation besides its nodes: migrations, commands, and a person who looks at something. */
const SPARE_CONNECTIONS = 3;
/** Connection of each node that listens to the others. */
const LISTENER_CONNECTIONS = 1;

/** Limits of PostgreSQL on connections, for each of the logins. */
export interface DatabaseConnectionLimits {
  readonly is_pooled: boolean;
  readonly login_limit: number | null;
  readonly database_limit: number | null;
  readonly server_limit: number;
}

/**
 * Throws a StartupError when all pools of all nodes do not fit at once: calls would fail at the busiest hour of the
 * year. Connections of other programs to the same server are not counted, nor those that a pooler opens.
 */
export function checkConnectionLimits(
  { pools, nodes }: { pools: ConnectionPoolSizes; nodes: number },
  limits: { readonly app: DatabaseConnectionLimits; readonly system: DatabaseConnectionLimits },
): void {
  const app = nodes * (pools.writers + pools.readers + pools.lists);
  const system = nodes * (pools.system + LISTENER_CONNECTIONS);
  const direct = [...(limits.app.is_pooled ? [] : [app]), ...(limits.system.is_pooled ? [] : [system])];
  const all = direct.reduce((sum, count) => sum + count, SPARE_CONNECTIONS);
  const wants: readonly (readonly [number, number | null, string])[] = [
    [all, direct.length > 0 ? limits.system.server_limit : null, "max_connections without the reserved ones"],
    [all, direct.length > 0 ? limits.system.database_limit : null, "the connection limit of the database"],
    [app, limits.app.is_pooled ? null : limits.app.login_limit, "the connection limit of the login for requests"],
    [
      system,
      limits.system.is_pooled ? null : limits.system.login_limit,
      "the connection limit of the login for work across tenants",
    ],
  ];
  const faults = wants.filter(([wanted, limit]) => limit !== null && wanted > limit);
  if (faults.length === 0) return;
  const { writers, readers, lists, system: across } = pools;
  throw new StartupError(
    ...faults.map(
      ([wanted, limit, name]) =>
        `The database has ${limit} connections to give (${name}), but ${wanted} may be needed.`,
    ),
    `Raise that, or lower POOL_WRITERS (${writers}), POOL_READERS (${readers}), POOL_LISTS (${lists}), POOL_SYSTEM (${across}) ` +
      `or NODES (${nodes}); each node takes one more to listen, all together ${SPARE_CONNECTIONS} for commands.`,
  );
}
