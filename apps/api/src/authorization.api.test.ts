import { readFileSync } from "node:fs";
import type { Operation } from "@leitstand/contract/operation/operation";
import { allOperations } from "@leitstand/contract/operations";
import { describe, expect, it } from "vitest";
import type { OperationRoute } from "#platform/http/handler";
import type { Scope } from "#platform/access/principal";
import { createRoutes, type NodeServices } from "./routes";
import { type CallerKind, callerKinds } from "./testing/authorization/callers";
import {
  expandRowToExpectedOutcomes,
  parseReviewedAccessTable,
  TENANT_TYPES,
  TOKEN_KINDS,
} from "./testing/authorization/expected-table";
import {
  objectMakersInOtherBranch,
  objectMakersInOtherTenant,
  createRolelessObjectFactory,
  requestReferenceFields,
} from "./testing/authorization/foreign-references";
import {
  prepareRequestOfCaller,
  type AccessMatrixCell,
  outcomeOfAnswer,
  sendRequestOfCaller,
  tryOperationAsEveryCaller,
  accessMatrixFixtureOf,
} from "./testing/authorization/matrix";
import { startApi } from "./testing/start-api";
import { startTestServerNode } from "./testing/start-node";
import { fingerprintRowsByTenant } from "./testing/tenant-fingerprint";

/** The reviewed table; its first lines say how to change it. */
const reviewedRows = parseReviewedAccessTable(
  readFileSync(new URL("./authorization.expected.csv", import.meta.url), "utf8"),
);
const successStatusOf = (id: string) => allOperations.find((operation) => operation.id === id)?.success ?? 0;
const expectedOutcomes = new Map(
  reviewedRows.map((row) => [row.operation, expandRowToExpectedOutcomes(row, successStatusOf(row.operation))]),
);
/** Small, because every concurrent operation has its own connections, each of which plans its statements again. */
const PARALLEL_OPERATIONS = 4;
const operationTags = [...new Set(allOperations.map(({ tag }) => tag))];
/** Operations of the nodes with a planted fault: the faulty ones, and enough others without a fault. */
const operationsNearMutants = allOperations.filter(
  ({ tag }) => tag === "areas" || tag === "vehicles" || tag === "tours",
);

/** Works on several operations, or their fixtures, at a time; each operation has its own test data. */
async function forEachOperation<O, T>(given: readonly O[], work: (one: O) => Promise<T[]>) {
  const results: T[] = [];
  let next = 0;
  const worker = async () => {
    for (let one = given[next++]; one; one = given[next++]) results.push(...(await work(one)));
  };
  await Promise.all(Array.from({ length: PARALLEL_OPERATIONS }, worker));
  return results;
}

const unexpectedCells = (cells: readonly AccessMatrixCell[]) =>
  cells.flatMap(({ operation, caller, outcome }) => {
    const expected = expectedOutcomes.get(operation)?.get(caller);
    return outcome === expected ? [] : [`${operation} by ${caller}: ${outcome} instead of ${expected}`];
  });

/** The declaration of an operation in the contract, in the form of a row of the table. */
function declaredTableRow({ id, auth, grant, kinds, tenantTypes }: Operation) {
  const openedBy = auth !== "bearer" ? "anyone" : grant === null ? "token" : "grant";
  return {
    operation: id,
    openedBy,
    kinds: openedBy === "anyone" ? [] : TOKEN_KINDS.filter((kind) => kinds.includes(kind)),
    tenantTypes: TENANT_TYPES.filter((type) => tenantTypes?.includes(type) ?? true),
  };
}
const compareByOperation = (a: { operation: string }, b: { operation: string }) => (a.operation < b.operation ? -1 : 1);

describe("authorization of every operation", () => {
  const api = startApi();

  it("the authorization table lists every operation of the contract", () => {
    expect(reviewedRows.map(({ operation }) => operation).toSorted()).toEqual(
      allOperations.map(({ id }) => id).toSorted(),
    );
  });

  it("every operation declares the grant, kinds of token and types of tenant that the authorization table names", () => {
    const said = reviewedRows.map(({ operation, openedBy, kinds, tenantTypes }) => ({
      operation,
      openedBy,
      kinds,
      tenantTypes,
    }));
    expect(allOperations.map(declaredTableRow).toSorted(compareByOperation)).toEqual(said.toSorted(compareByOperation));
  });

  it.each(operationTags)(
    "the operations on %s answer every kind of caller as the authorization table says",
    {
      timeout: 200_000,
    },
    async (tag) => {
      const operations = allOperations.filter((operation) => operation.tag === tag);
      const cells = await forEachOperation(operations, (operation) =>
        tryOperationAsEveryCaller(api, operation, {
          kinds: callerKinds,
          isRefused: (kind) => expectedOutcomes.get(operation.id)?.get(kind)?.startsWith("4") ?? false,
        }),
      );
      expect(unexpectedCells(cells)).toEqual([]);
      expect(cells).toHaveLength(operations.length * callerKinds.length);
    },
  );

  /** Cells of one kind of caller that a node with a faulty operation answers otherwise than expected. */
  async function unexpectedCellsNearMutant(
    routes: (services: NodeServices) => readonly OperationRoute[],
    kind: CallerKind,
  ) {
    const node = await startTestServerNode(api.databaseUrl, () => ({ routes }));
    try {
      const cells = await forEachOperation(operationsNearMutants, (operation) =>
        tryOperationAsEveryCaller(api, operation, { kinds: [kind], url: node.url }),
      );
      return unexpectedCells(cells);
    } finally {
      await node.stop();
    }
  }

  it("the authorization test finds an operation that does not check its grant", { timeout: 200_000 }, async () => {
    const victim = "getVehicle";
    const careless = (services: NodeServices) =>
      createRoutes(services).map((route) =>
        route.operation.id === victim ? { ...route, operation: { ...route.operation, grant: null } } : route,
      );
    expect(await unexpectedCellsNearMutant(careless, "user_without")).toEqual([
      `${victim} by user_without: 200 instead of 403 AUTH_GRANT_MISSING`,
    ]);
  });

  it("the authorization test finds an operation that does not check the scope of its grant", {
    timeout: 200_000,
  }, async () => {
    const victim = "getArea";
    const everywhere: Scope = { all: true, branch_ids: [], driver: null };
    const careless = (services: NodeServices) =>
      createRoutes(services).map(({ operation, handler }): OperationRoute => {
        if (operation.id !== victim || handler.mode !== "in") return { operation, handler };
        return { operation, handler: { mode: "in", run: (call) => handler.run({ ...call, scope: everywhere }) } };
      });
    expect(await unexpectedCellsNearMutant(careless, "other_branch")).toEqual([
      `${victim} by other_branch: 200 instead of 404 RESOURCE_NOT_FOUND`,
    ]);
  });

  const operationOf = (id: string) => allOperations.find((operation) => operation.id === id) as Operation;

  it.each(requestReferenceFields)("$operation refuses $names of another tenant", async (reference) => {
    const operation = operationOf(reference.operation);
    const world = await accessMatrixFixtureOf(api, operation);
    const { sample, caller } = await prepareRequestOfCaller(world, operation, {
      kind: reference.caller ?? "user_with",
    });
    const foreign = await objectMakersInOtherTenant[reference.names](createRolelessObjectFactory(world));
    const answer = await sendRequestOfCaller(api.url, operation, { sample: reference.put(sample, foreign), caller });
    expect(outcomeOfAnswer(answer)).toBe("422 REFERENCE_NOT_FOUND");
  });

  it.each(requestReferenceFields.filter(({ names, caller }) => objectMakersInOtherBranch[names] && !caller))(
    "$operation refuses $names of a branch outside the caller's scope",
    async (reference) => {
      const operation = operationOf(reference.operation);
      const world = await accessMatrixFixtureOf(api, operation);
      const { sample, caller } = await prepareRequestOfCaller(world, operation, { kind: "right_branch" });
      const distant = (await objectMakersInOtherBranch[reference.names]?.(
        createRolelessObjectFactory(world),
      )) as string;
      const answer = await sendRequestOfCaller(api.url, operation, { sample: reference.put(sample, distant), caller });
      const isPlace = reference.names === "branch" || reference.names === "group";
      const usual = isPlace ? "403 BRANCH_ACCESS_DENIED" : "422 REFERENCE_NOT_FOUND";
      expect(outcomeOfAnswer(answer)).toBe(reference.distant ?? usual);
    },
  );

  const written = allOperations.filter(({ body, bodyType }) => body && bodyType !== "multipart");
  const injected = { tenant_id: crypto.randomUUID(), id: crypto.randomUUID(), created_at: "2026-01-01T00:00:00Z" };
  const privileged = { role_type: "ADMINISTRATOR", grants: ["createTenant"], blacklisted: false, created_by: "me" };

  it("a request with an unknown field is refused and changes nothing", { timeout: 200_000 }, async () => {
    const aimed = await forEachOperation(written, async (operation) => {
      const world = await accessMatrixFixtureOf(api, operation);
      const kind = operation.kinds.includes("USER") ? "user_with" : "device_with";
      return [{ operation, tenantId: world.tenant.id, ...(await prepareRequestOfCaller(world, operation, { kind })) }];
    });
    // Changes by requests are counted in the tenant of their operation, so each operation has its own tenant.
    const tenantIds = aimed.map(({ tenantId }) => tenantId);
    const before = await fingerprintRowsByTenant(api, tenantIds);
    const faults = await forEachOperation(aimed, async ({ operation, sample, caller }) => {
      const known = (operation.body as { properties: object }).properties;
      const found: string[] = [];
      for (const [field, value] of Object.entries({ ...injected, ...privileged })) {
        if (field in known) continue;
        const answer = await sendRequestOfCaller(api.url, operation, {
          sample: { ...sample, body: { ...sample.body, [field]: value } },
          caller,
        });
        if (outcomeOfAnswer(answer) !== "400 REQUEST_UNKNOWN_FIELD")
          found.push(`${operation.id} ${field}: ${outcomeOfAnswer(answer)}`);
      }
      return found;
    });
    const after = await fingerprintRowsByTenant(api, tenantIds);
    for (const { operation, tenantId } of aimed)
      if (!before.has(tenantId) || before.get(tenantId) !== after.get(tenantId))
        faults.push(`${operation.id} has changed something`);
    expect(faults).toEqual([]);
  });
});
