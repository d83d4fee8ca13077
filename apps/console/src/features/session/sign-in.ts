import { createConsoleApiBeforeSignIn } from "#shared/api/api.ts";
import {
  knownDeviceTokensStore,
  userSessionStore,
  sessionEndedStore,
  lastSignedInTenantStore,
} from "#shared/api/session.ts";

interface Credentials {
  readonly short_code: string;
  readonly email: string;
  readonly password: string;
}

/**
 * Signs in; company and user of this browser are changed only when the server has agreed. Throws `ApiProblem` when it
 * refuses.
 */
export async function signIn({ short_code, email, password }: Credentials) {
  const api = createConsoleApiBeforeSignIn();
  const [{ tenant_key }, company] = await Promise.all([
    api.getTenantKey({ short_code }),
    api.getTenantConfig({ short_code }),
  ]);
  const { token, expires_at, known_device_token } = await createConsoleApiBeforeSignIn(tenant_key).authUser({
    email,
    password,
    ...knownDeviceTokenFor(short_code, email),
  });
  if (known_device_token !== null)
    knownDeviceTokensStore.set({ ...knownDeviceTokensStore.get(), [`${short_code} ${email}`]: known_device_token });
  // The company first: other tabs load again as soon as they hear of the session.
  lastSignedInTenantStore.set(company);
  userSessionStore.set({ short_code, token, email, expires_at });
  sessionEndedStore.set(false);
}

/** Requests a link to a new password by mail, which is sent if the address is known. Throws `ApiProblem`. */
export async function requestPasswordLink({ short_code, email }: Pick<Credentials, "short_code" | "email">) {
  const { tenant_key } = await createConsoleApiBeforeSignIn().getTenantKey({ short_code });
  await createConsoleApiBeforeSignIn(tenant_key).requestPasswordReset({
    email,
    ...knownDeviceTokenFor(short_code, email),
  });
}

/** Token by which the server recognises this browser: failed sign-ins of others in its network do not delay it. */
function knownDeviceTokenFor(short_code: string, email: string) {
  const known_device_token = knownDeviceTokensStore.get()[`${short_code} ${email}`];
  return known_device_token === undefined ? {} : { known_device_token };
}
