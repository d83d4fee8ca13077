import type { AttachmentMessageSender } from "#platform/background/attached-messages";
import { UndeliverableMessageError } from "#platform/background/messages-out";
import type { Clock } from "#platform/clock";
import type { Database } from "#platform/database/database";
import { announceInternalEvent } from "#platform/events/events";
import type { Principal } from "#platform/access/principal";
import type { PrincipalCache } from "#platform/access/principals";
import { notFound, Problem, problem } from "#platform/problem";
import type { SignInOrigin } from "#platform/access/session";
import { signInByPassword } from "#modules/auth/index";
import type { ShownOutboxMessage } from "./outbox-page";
import {
  revokeToken,
  selectAttachmentOfMessage,
  selectNewestOutboxMessages,
  selectTenantsByEmail,
} from "./outbox-page.sql";

export interface OutboxPageServices {
  readonly db: Database;
  readonly clock: Clock;
  readonly pepper: string;
  readonly publicUrl: string;
  readonly principals: PrincipalCache;
  readonly attachments: Pick<AttachmentMessageSender, "attach">;
}

/**
 * Lists the newest messages after a place in their order: of all tenants for platform administrators, else of the own
 * one.
 */
export const listOutboxMessages = ({ db }: OutboxPageServices, reader: Principal, after: number) =>
  selectNewestOutboxMessages<ShownOutboxMessage>(db.system, { after, tenant_id: tenantVisibleTo(reader) });

/** Makes the attachment of a message as it would be sent now: not found where it would not be sent. */
export async function renderOutboxAttachment({ db, attachments }: OutboxPageServices, reader: Principal, seq: string) {
  const message = await selectAttachmentOfMessage(db.system, { seq, tenant_id: tenantVisibleTo(reader) });
  if (!message) throw notFound("asset", seq);
  return attachments.attach(message).catch((error: unknown) => {
    throw error instanceof UndeliverableMessageError ? notFound("asset", seq) : error;
  });
}

const tenantVisibleTo = ({ tenant_id, tenant_type }: Principal) => (tenant_type === "PLATFORM" ? null : tenant_id);

/** Reader of the page by the token of their session; undefined when the session has ended. */
export async function authenticateOutboxReader({ principals }: OutboxPageServices, token: string | undefined) {
  try {
    return token === undefined ? undefined : requireAdministrator(await principals.authenticate(token));
  } catch (error) {
    if (error instanceof Problem) return undefined;
    throw error;
  }
}

export interface OutboxPageSignInRequest extends SignInOrigin {
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in an administrator: codes and links open every account of a tenant, so only its administrators read them.
 * Returns the token of the session.
 */
export async function signInToOutboxPage(
  services: OutboxPageServices,
  { email, password, ...origin }: OutboxPageSignInRequest,
): Promise<string> {
  const now = services.clock.now();
  let refusal = problem("AUTH_CREDENTIALS_INVALID");
  for (const { id: tenantId } of await selectTenantsByEmail(services.db.system, email)) {
    try {
      const { token } = await signInByPassword(services, { tenantId, email, password, ...origin, now });
      const principal = await services.principals.authenticate(token);
      try {
        requireAdministrator(principal);
        return token;
      } catch (error) {
        await signOutOfOutboxPage(services, principal);
        throw error;
      }
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      refusal = error;
    }
  }
  throw refusal;
}

export const signOutOfOutboxPage = ({ db }: OutboxPageServices, { tenant_id, token_id, user_id }: Principal) =>
  db.systemTransaction(tenant_id, async (tx) => {
    await revokeToken(tx, token_id);
    announceInternalEvent(tx, { type: "principals changed", payload: { tenant_id, user_id } });
  });

function requireAdministrator(principal: Principal): Principal {
  const administers = principal.roles.some(
    ({ role_type, branch_ids }) => role_type === "ADMINISTRATOR" && branch_ids === null,
  );
  if (administers && principal.kind === "USER") return principal;
  throw problem("AUTH_GRANT_MISSING", { grant: "ADMINISTRATOR" });
}
