import type { Connector, ConnectorSettings } from "@leitstand/contract/partners/connectors";
import type { Tx } from "#platform/database/database";
import { toJsonParameter, type Sql, sql } from "#platform/database/sql";

type ConnectorKind = Connector["kind"];
const connectorColumns: Sql = sql`id, created_at, updated_at, lock_version, kind, base_url, auth, active, settings, secret is not null as secret_set,
  ${breakerColumn(sql`opened_at`)} as failing_since, ${breakerColumn(sql`open_until`)} as paused_until`;

/** Column of the circuit breaker. A connector that was changed since has no failures yet. */
function breakerColumn(column: Sql): Sql {
  return sql`(select breaker.${column} from partner_breakers breaker where breaker.tenant_id = tenant_connectors.tenant_id
    and breaker.connector_id = tenant_connectors.id and breaker.connector_version = tenant_connectors.lock_version)`;
}

export const selectConnector = (tx: Tx, kind: ConnectorKind) =>
  tx.maybe<Connector>(
    sql`select ${connectorColumns} from tenant_connectors where tenant_id = ${tx.tenantId} and kind = ${kind}`,
  );

/** Sealed secret of a connector; null for none. */
export async function selectSealedConnectorSecret(tx: Tx, kind: ConnectorKind): Promise<Buffer | null> {
  const found = await tx.maybe<{ secret: Buffer | null }>(
    sql`select secret from tenant_connectors where tenant_id = ${tx.tenantId} and kind = ${kind}`,
  );
  return found?.secret ?? null;
}

/** Locks the kind of connector, so that two requests that create it wait for each other. */
export const lockConnectorKind = (tx: Tx, kind: ConnectorKind) =>
  tx.runBeforeNext(sql`select pg_advisory_xact_lock(hashtextextended(${`connector ${tx.tenantId} ${kind}`}, 0))`);

export interface ConnectorRow {
  readonly kind: ConnectorKind;
  readonly base_url: string;
  readonly auth: Connector["auth"];
  /** Sealed secret; null keeps the stored one. */
  readonly secret: Buffer | null;
  readonly settings: ConnectorSettings;
  readonly active: boolean;
}

export const writeConnector = (tx: Tx, row: ConnectorRow) =>
  tx.one<Connector>(sql`
    insert into tenant_connectors (kind, base_url, auth, secret, settings, active)
    values (${row.kind}, ${row.base_url}, ${row.auth}, ${row.secret}::bytea, ${toJsonParameter(row.settings)}, ${row.active})
    on conflict (tenant_id, kind) do update set base_url = excluded.base_url, auth = excluded.auth,
      secret = coalesce(excluded.secret, tenant_connectors.secret), settings = excluded.settings, active = excluded.active,
      lock_version = tenant_connectors.lock_version + 1, updated_at = now()
    returning ${connectorColumns}`);

/** Switches a connector off and answers its id. */
export const updateConnectorToInactive = (tx: Tx, kind: ConnectorKind) =>
  tx.maybe<{ id: string }>(sql`
    update tenant_connectors set active = false, lock_version = lock_version + 1, updated_at = now()
    where tenant_id = ${tx.tenantId} and kind = ${kind} returning id`);

export const removeConnector = (tx: Tx, kind: ConnectorKind) =>
  tx.run(sql`delete from tenant_connectors where tenant_id = ${tx.tenantId} and kind = ${kind}`);
