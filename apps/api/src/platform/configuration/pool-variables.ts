import { defineConfigVariable, parseWholeNumber } from "./config-variable";

const CONNECTIONS_MAX = 1_000;

const poolSizeVariable = (name: string, fallback: number, meaning: string) =>
  defineConfigVariable({
    name,
    fallback: String(fallback),
    expected: `a whole number from 1 to ${CONNECTIONS_MAX}`,
    meaning,
    parse: (text) => parseWholeNumber(text, 1, CONNECTIONS_MAX),
  });

/** Variables for the number of connections to the database that one node may open, by purpose. */
export const poolSizeConfigVariables = {
  poolWriters: poolSizeVariable(
    "POOL_WRITERS",
    16,
    "Connections of one node for calls that change something, each of which takes one",
  ),
  poolReaders: poolSizeVariable("POOL_READERS", 4, "Connections of one node that short reads share"),
  poolLists: poolSizeVariable("POOL_LISTS", 8, "Connections of one node for long lists and searches"),
  poolSystem: poolSizeVariable(
    "POOL_SYSTEM",
    8,
    "Connections of one node for sign-in, live events, jobs and positions",
  ),
  nodes: poolSizeVariable(
    "NODES",
    1,
    "How many nodes use the database; the start checks that the connections of all of them fit",
  ),
};
