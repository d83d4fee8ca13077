import { describe, expect, it } from "vitest";
import { checkConnectionLimits, type DatabaseConnectionLimits, connectionPoolSizesFor } from "./pool-sizes";

const unlimitedConnections: DatabaseConnectionLimits = {
  is_pooled: false,
  login_limit: null,
  database_limit: null,
  server_limit: 97,
};
const defaultPools = connectionPoolSizesFor(16);

function poolFaultsOf(
  nodes: number,
  app: Partial<DatabaseConnectionLimits> = {},
  system: Partial<DatabaseConnectionLimits> = app,
): string[] {
  try {
    checkConnectionLimits(
      { pools: defaultPools, nodes },
      { app: { ...unlimitedConnections, ...app }, system: { ...unlimitedConnections, ...system } },
    );
  } catch (error) {
    return (error as Error).message.split("\n");
  }
  return [];
}

describe("database connections of an installation", () => {
  it("a node needs 37 database connections, and commands need three more", () => {
    expect(poolFaultsOf(1, { server_limit: 40 })).toEqual([]);
    expect(poolFaultsOf(1, { server_limit: 39 })).toEqual([
      "The database has 39 connections to give (max_connections without the reserved ones), but 40 may be needed.",
      "Raise that, or lower POOL_WRITERS (16), POOL_READERS (4), POOL_LISTS (8), POOL_SYSTEM (8) or NODES (1); each node takes " +
        "one more to listen, all together 3 for commands.",
    ]);
  });

  it("database connections are counted for all nodes: two fit a freshly installed PostgreSQL, three do not", () => {
    expect(poolFaultsOf(2)).toEqual([]);
    expect(poolFaultsOf(3)[0]).toContain(
      "has 97 connections to give (max_connections without the reserved ones), but 114 ",
    );
  });

  it.each([
    [
      "the connection limit of the database",
      40,
      { app: unlimitedConnections, system: { ...unlimitedConnections, database_limit: 39 } },
    ],
    [
      "the connection limit of the login for requests",
      28,
      { app: { ...unlimitedConnections, login_limit: 27 }, system: unlimitedConnections },
    ],
    [
      "the connection limit of the login for work across tenants",
      9,
      { app: unlimitedConnections, system: { ...unlimitedConnections, login_limit: 8 } },
    ],
  ])("an installation that may need more database connections than %s is refused", (name, wanted, { app, system }) => {
    expect(poolFaultsOf(1, app, system)[0]).toContain(`(${name}), but ${wanted} may be needed`);
  });

  it("connections behind a pooler are not counted against the limit of PostgreSQL", () => {
    expect(poolFaultsOf(9, { is_pooled: true, server_limit: 5, login_limit: 1, database_limit: 1 })).toEqual([]);
    expect(poolFaultsOf(3, { is_pooled: true }, {})).toEqual([]);
    expect(poolFaultsOf(11, { is_pooled: true }, {})[0]).toContain("but 102 may be needed");
  });
});
