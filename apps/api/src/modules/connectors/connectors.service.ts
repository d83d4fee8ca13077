import type { Connector, ConnectorRequest } from "@leitstand/contract/partners/connectors";
import type { Principal, Scope } from "#platform/access/principal";
import { scopeReachesTenant } from "#platform/access/scope";
import type { Database, Tx } from "#platform/database/database";
import type { SharedServices } from "#platform/http/handler";
import { notFound, problem } from "#platform/problem";
import { connectorSecretSealingContext } from "./connection.service";
import {
  lockConnectorKind,
  removeConnector,
  selectConnector,
  selectSealedConnectorSecret,
  updateConnectorToInactive,
  writeConnector,
} from "./connectors.sql";

interface ConnectorCall {
  readonly tx: Tx;
  readonly principal: Principal;
  readonly scope: Scope;
}
interface ConnectorKey {
  /** Id of the tenant. */
  readonly id: string;
  readonly kind: Connector["kind"];
}

export async function getConnector(
  { tx, principal, scope }: ConnectorCall,
  { id, kind }: ConnectorKey,
): Promise<Connector> {
  refuseOtherTenants(principal, id);
  if (!scopeReachesTenant(scope)) throw problem("BRANCH_ACCESS_DENIED");
  const found = await selectConnector(tx, kind);
  if (!found) throw notFound("connector", id);
  return found;
}

export async function createOrReplaceConnector(
  { egress, sealing }: Pick<SharedServices, "egress" | "sealing">,
  { tx, principal }: ConnectorCall,
  { id, kind, secret, lock_version, settings = {}, active = true, ...named }: ConnectorRequest & ConnectorKey,
): Promise<Connector> {
  refuseOtherTenants(principal, id);
  const { tenant_type, tenant_id } = principal;
  if (kind === "PARTNER" && tenant_type !== "ROADSIDE_ASSISTANCE")
    throw problem("ACTION_NOT_AVAILABLE", { action: "updateConnector", tenant_type });
  checkAuthenticationInput({ auth: named.auth, secret, settings });
  await egress.check(named.base_url);
  lockConnectorKind(tx, kind);
  const current = await selectConnector(tx, kind);
  if (lock_version !== undefined && current?.lock_version !== lock_version)
    throw current
      ? problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: current.lock_version })
      : notFound("connector", id);
  // Otherwise a user who may change the address could have the secret sent to it.
  const isKept = current?.secret_set === true && originOf(current.base_url) === originOf(named.base_url);
  if (secret === undefined && !isKept) throw problem("FIELD_COMBINATION_INVALID", { fields: "base_url,secret" });
  if (secret === undefined && named.auth === "BEARER")
    await checkStoredSecretFitsHeader(tx, sealing, { tenant_id, kind });
  const sealed =
    secret === undefined ? null : sealing.seal(secret, ...connectorSecretSealingContext({ tenant_id, kind }));
  return writeConnector(tx, { ...named, kind, secret: sealed, settings, active });
}

/** Refuses a request without what its kind of authentication needs. */
function checkAuthenticationInput({ auth, secret, settings }: Pick<ConnectorRequest, "auth" | "secret" | "settings">) {
  if (auth === "BASIC" && !settings?.username)
    throw problem("FIELD_COMBINATION_INVALID", { fields: "auth,settings.username" });
  if (auth === "BEARER" && secret !== undefined && !isHeaderSafe(secret))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "auth,secret" });
}

/** Refuses BEARER for a stored secret that came with another kind of authentication and does not fit into a header. */
async function checkStoredSecretFitsHeader(
  tx: Tx,
  sealing: SharedServices["sealing"],
  place: Parameters<typeof connectorSecretSealingContext>[0],
) {
  const kept = await selectSealedConnectorSecret(tx, place.kind);
  if (kept && !isHeaderSafe(sealing.open(kept, ...connectorSecretSealingContext(place))))
    throw problem("FIELD_COMBINATION_INVALID", { fields: "auth,secret" });
}

/** Switches off a connector that is to be deleted, so that nothing more is queued for it or sent, and answers its id. */
export async function switchConnectorOff(
  db: Database,
  principal: Pick<Principal, "tenant_id">,
  { id, kind }: ConnectorKey,
): Promise<string> {
  refuseOtherTenants(principal, id);
  const connector = await db.transaction(id, (tx) => updateConnectorToInactive(tx, kind));
  if (!connector) throw notFound("connector", id);
  return connector.id;
}

/** Deletes a connector, and with it what is still queued for its partner. */
export async function deleteConnector({ tx, principal }: ConnectorCall, { id, kind }: ConnectorKey) {
  refuseOtherTenants(principal, id);
  if ((await removeConnector(tx, kind)) === 0) throw notFound("connector", id);
}

/** Refuses other tenants like missing ones, also for administrators of the platform: secrets belong to the tenant. */
function refuseOtherTenants({ tenant_id }: Pick<Principal, "tenant_id">, id: string) {
  if (id !== tenant_id) throw notFound("tenant", id);
}

/** Origin of a URL with its protocol, so that a secret for https is not sent in plain text. */
const originOf = (url: string) => new URL(url).origin;

/** Whether a secret has only characters that a header may have. */
const isHeaderSafe = (secret: string) => /^[\x20-\x7e]+$/.test(secret);
