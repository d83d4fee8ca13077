import type { FastifyInstance } from "fastify";
import type { Database } from "../database/database";
import { sql } from "../database/sql";

export interface HealthRouteDependencies {
  readonly db: Database;
  /** Whether the node was asked to stop: load balancers send it nothing more, and calls under way are finished. */
  readonly isStopping: () => boolean;
  /** Finds a reason why this node cannot serve fully, as a sentence that is safe to publish. */
  readonly findFault: () => Promise<string | undefined>;
  /** Finds the reason why data shown may be late: reported, but no reason to send calls elsewhere. */
  readonly findDelay?: () => string | undefined;
}

/**
 * Adds `/healthz`, which says that the process lives, and `/readyz`, which says whether it can serve: whether the
 * database and the imported maps are there.
 */
export function addHealthRoutes(app: FastifyInstance, parts: HealthRouteDependencies) {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const reason = await findUnreadyReason(parts);
    if (reason === undefined) return reply.send({ status: "ready", reason: parts.findDelay?.() });
    return reply.code(503).send({ status: "not ready", reason });
  });
}

async function findUnreadyReason({ db, isStopping, findFault }: HealthRouteDependencies): Promise<string | undefined> {
  if (isStopping()) return "It is stopping.";
  return (await findDatabaseFault(db)) ?? findFault();
}

const DATABASE_ANSWER_MS_MAX = 2_000;

async function findDatabaseFault(db: Database): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const silent = "The database does not answer.";
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve(silent), DATABASE_ANSWER_MS_MAX);
  });
  const answered = db.system.one<{ is_standby: boolean }>(sql`select pg_is_in_recovery() as is_standby`).then(
    ({ is_standby }) => (is_standby ? "The database is a standby, which takes no writes." : undefined),
    () => silent,
  );
  const result = await Promise.race([answered, late]);
  clearTimeout(timer);
  return result;
}
