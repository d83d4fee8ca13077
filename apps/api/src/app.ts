import type { FastifyInstance } from "fastify";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database";
import { RateLimiter } from "#platform/http/rate-limiter";
import { addRoutes, createServer, type ServerParts } from "#platform/http/server";
import type { Services } from "#platform/module";
import { Principals } from "#platform/principals";
import { TenantKeys } from "#platform/tenant-keys";
import { createRoutes } from "./routes";

export interface AppOptions {
  readonly db: Database;
  readonly clock: Clock;
  readonly rateLimitFactor: number;
  readonly corsOrigins: readonly string[];
  readonly trustProxy: boolean | number;
  readonly logger: object | false;
  readonly checksAnswers: boolean;
  readonly onAnswer?: ServerParts["onAnswer"];
}

/** The running parts of one node, in the order in which they need each other. */
export interface App {
  readonly server: FastifyInstance;
  readonly principals: Principals;
  stop(): Promise<void>;
}

export async function createApp(options: AppOptions): Promise<App> {
  const { db, clock } = options;
  const principals = new Principals(db, clock);
  const parts: ServerParts = {
    ...options,
    principals,
    tenantKeys: new TenantKeys(db),
    limiter: new RateLimiter(options.rateLimitFactor),
    onAnswer: options.onAnswer ?? (() => undefined),
  };
  const server = createServer(parts);
  const services: Services = { db, clock };
  await server.register(async (scope) => addRoutes(scope, createRoutes(services), parts));
  return {
    server,
    principals,
    stop: async () => {
      await server.close();
      await principals.recordUse();
    },
  };
}
