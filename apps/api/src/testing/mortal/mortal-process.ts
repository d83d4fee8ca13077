import { Database } from "#platform/database/database";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import { EgressClient } from "#platform/egress/egress";
import type { EgressRequest } from "#platform/egress/single-request";
import { problemOfError } from "#platform/http/fault";
import { checkRequestBody } from "#platform/http/input/validation";
import { SecretSealer } from "#platform/process/sealing";
import { PartnerEventDelivery } from "#modules/queued-events/index";
import { SyncRunner } from "#modules/sync/index";
import { WebhookWorker } from "#modules/webhooks/index";
import { deriveTestDatabaseLogins } from "../test-logins";
import { createMutantEgressClient, type DeliveryMutant } from "./mutants";

/** Parts of a node that call other systems. */
export type KillableNodePart = "webhooks" | "partners" | "sync";

/** Order of the parent process: how far the clock of this process is ahead of the machine's. */
export interface ClockCommand {
  readonly offsetMs: number;
}

/**
 * Starts a part of a node as a process of its own, which a test kills without warning and starts again, with a clock
 * that the test moves.
 */
function startPart({ DATABASE_URL = "", PART, MUTANT, OFFSET_MS }: NodeJS.ProcessEnv) {
  let offsetMs = Number(OFFSET_MS ?? 0);
  process.on("message", (order: ClockCommand) => (offsetMs = order.offsetMs));
  process.on("disconnect", () => process.exit());
  const db = new Database({
    logins: deriveTestDatabaseLogins(DATABASE_URL),
    pools: connectionPoolSizesFor(2),
    statementTimeoutMs: 5_000,
    onError: () => undefined,
    name: "test of a part",
  });
  const egress = new EgressWithShortTimeout({ allow: [{ host: "127.0.0.1", port: undefined }] });
  const parts = {
    db,
    // oxlint-disable-next-line house/gate-clock -- a process of its own, which proofs start
    clock: { now: () => new Date(Date.now() + offsetMs) },
    egress: MUTANT === undefined ? egress : createMutantEgressClient(egress, MUTANT as DeliveryMutant, db),
    sealing: new SecretSealer([{ number: 1, secret: "a sealing key for tests" }], "unused"),
    checkBody: checkRequestBody,
    problemOf: problemOfError,
    // Positions of vehicles are ignored: this process has no streams.
    live: { onLocations: () => undefined },
    onError: (error: Error) => process.stderr.write(`${error.stack}\n`),
  };
  createPart(PART as KillableNodePart, parts).start();
  process.send?.("started");
}

function createPart(
  part: KillableNodePart,
  parts: ConstructorParameters<typeof WebhookWorker>[0] & ConstructorParameters<typeof SyncRunner>[0],
) {
  switch (part) {
    case "webhooks":
      return new WebhookWorker(parts);
    case "partners":
      return new PartnerEventDelivery(parts);
    case "sync":
      return new SyncRunner(parts);
  }
}

/** Waits only 400 ms for a receiver: hours pass in seconds here. */
class EgressWithShortTimeout extends EgressClient {
  override send(request: EgressRequest) {
    return super.send({ ...request, timeoutMs: 400 });
  }
}

startPart(process.env);
