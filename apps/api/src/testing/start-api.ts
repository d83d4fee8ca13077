import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TenantType, TokenKind } from "@leitstand/contract/operation/operation";
import { type Client, createClient } from "@leitstand/client/client";
import { afterAll, beforeAll } from "vitest";
import { createApp, type App, type AppOptions } from "../app";
import { Database, type DatabaseOptions } from "#platform/database/database";
import { connectionPoolSizesFor } from "#platform/database/pool-sizes";
import type { RoleType } from "#platform/access/principal";
import { insertTokenBearer, insertTenant, type TenantFixture } from "./fixtures";
import { testDatabaseTimeouts, testNodeOptions } from "./start-node";
import { type TestClock, testClock } from "./test-clock";
import { cloneDatabase } from "./test-database";
import { deriveTestDatabaseLogins } from "./test-logins";

export interface TokenBearerOptions {
  /** Tenant of the bearer; by default a new one. */
  readonly tenant?: TenantFixture;
  readonly tenantType?: TenantType;
  readonly kind?: TokenKind;
  readonly roleType?: RoleType;
  readonly grants: readonly string[];
  /** Branches that the role reaches; null (default): all of the tenant. */
  readonly branchIds?: readonly string[] | null;
}

/** Client together with its token's tenant, user or device, and role. */
export type ApiSession = Client & {
  readonly session: {
    readonly tenant: TenantFixture;
    readonly token: string;
    readonly user_id: string | null;
    readonly device_id: string | null;
    readonly role_id: string;
  };
};

export interface TestApi {
  readonly url: string;
  readonly databaseUrl: string;
  /** Folder of its files; deleted with it. */
  readonly dataDir: string;
  readonly db: Database;
  readonly app: App;
  readonly clock: TestClock;
  /** Signs in a dispatcher of a new tenant who holds these grants everywhere. */
  signIn(...grants: string[]): Promise<ApiSession>;
  bearer(bearerOptions: TokenBearerOptions): Promise<ApiSession>;
  aTenant(type?: TenantType): Promise<TenantFixture>;
  /** Client without a token; with a tenant it sends its key. */
  anonymous(tenant?: TenantFixture): Client;
}

export interface StartTestApiOptions {
  readonly rateLimitFactor?: number;
  /** Opens the database of the API; replaced by a faulty one to prove that a test notices the fault. */
  readonly open?: (options: DatabaseOptions) => Database;
  /** Further options of the node, such as the hosts that it may call. */
  readonly app?: Partial<AppOptions>;
}

/**
 * Starts one API on a database of its own for a test file; both end with it. Rate limits are out of the way unless
 * requested.
 */
export function startApi({
  rateLimitFactor = 100_000,
  open = (options) => new Database(options),
  app: given = {},
}: StartTestApiOptions = {}): TestApi {
  const api = {} as { -readonly [K in keyof TestApi]: TestApi[K] };
  let drop: () => Promise<void>;
  let dataDir: string;

  beforeAll(async () => {
    const database = await cloneDatabase();
    drop = database.drop;
    dataDir = mkdtempSync(join(tmpdir(), "leitstand-files-"));
    const db = open({
      logins: deriveTestDatabaseLogins(database.url),
      pools: connectionPoolSizesFor(8),
      ...testDatabaseTimeouts,
      onError: () => undefined,
      name: "test",
    });
    const app = await createApp({ ...testNodeOptions(db), dataDir, rateLimitFactor, ...given });
    const url = await app.server.listen({ host: "127.0.0.1", port: 0 });
    const bearer = (bearerOptions: TokenBearerOptions) => openApiSession(db, url, bearerOptions);
    Object.assign(api, {
      url,
      databaseUrl: database.url,
      dataDir,
      db,
      app,
      clock: testClock,
      bearer,
      signIn: (...grants: string[]) => bearer({ grants }),
      aTenant: (type: TenantType = "FUNERAL") => insertTenant(db, type),
      anonymous: (tenant?: TenantFixture) =>
        createClient({ baseUrl: url, attempts: 1, ...(tenant ? { tenantKey: tenant.tenant_key } : {}) }),
    } satisfies TestApi);
  });

  afterAll(async () => {
    await api.app?.stop();
    await api.db?.close();
    await drop?.();
    rmSync(dataDir, { recursive: true, force: true });
  });

  return api;
}

/** Opens a session with a token on the node at `url`. */
export async function openApiSession(
  db: Database,
  url: string,
  bearerOptions: TokenBearerOptions,
): Promise<ApiSession> {
  const tenant = bearerOptions.tenant ?? (await insertTenant(db, bearerOptions.tenantType ?? "FUNERAL"));
  const session = { tenant, ...(await insertTokenBearer(db, { ...bearerOptions, tenant })) };
  const client = createClient({ baseUrl: url, token: () => session.token, attempts: 1 });
  return Object.assign(client, { session }) as ApiSession;
}
