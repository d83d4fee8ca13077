import type { FastifyInstance } from "fastify";
import type { Database } from "../database";
import { sql } from "../sql";

export interface HealthParts {
  readonly db: Database;
  /** True from the moment a stop was asked for: balancers send nothing more, what is under way is finished. */
  readonly isStopping: () => boolean;
}

/** `/healthz`: the process lives. `/readyz`: it can serve, which needs the database. */
export function addHealth(app: FastifyInstance, { db, isStopping }: HealthParts) {
  app.get("/healthz", () => ({ status: "ok" }));
  app.get("/readyz", async (_request, reply) => {
    const isReady = !isStopping() && (await canQuery(db));
    return reply.code(isReady ? 200 : 503).send({ status: isReady ? "ready" : "not ready" });
  });
}

const ANSWERS_WITHIN_MS = 2_000;

async function canQuery(db: Database): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ANSWERS_WITHIN_MS);
  });
  const answered = db.system.one(sql`select 1`).then(
    () => true,
    () => false,
  );
  const result = await Promise.race([answered, late]);
  clearTimeout(timer);
  return result;
}
