import { apiBeforeSignIn } from "#shared/api/api.ts";
import { knownDeviceTokens, session, sessionEnded } from "#shared/api/session.ts";

interface Credentials {
  readonly short_code: string;
  readonly email: string;
  readonly password: string;
}

/** Signs in. Throws `ApiProblem` when the server refuses. */
export async function signIn({ short_code, email, password }: Credentials) {
  const { tenant_key } = await apiBeforeSignIn().getTenantKey({ short_code });
  const { token, expires_at, known_device_token } = await apiBeforeSignIn(tenant_key).authUser({
    email,
    password,
    ...knownDeviceTokenFor(short_code, email),
  });
  if (known_device_token !== null)
    knownDeviceTokens.set({ ...knownDeviceTokens.get(), [`${short_code} ${email}`]: known_device_token });
  session.set({ token, email, expires_at });
  sessionEnded.set(false);
}

/** Requests a link to a new password by mail, which is sent if the address is known. Throws `ApiProblem`. */
export async function requestPasswordLink({ short_code, email }: Pick<Credentials, "short_code" | "email">) {
  const { tenant_key } = await apiBeforeSignIn().getTenantKey({ short_code });
  await apiBeforeSignIn(tenant_key).requestPasswordReset({ email, ...knownDeviceTokenFor(short_code, email) });
}

/** Token by which the server recognises this browser: failed sign-ins of others in its network do not delay it. */
function knownDeviceTokenFor(short_code: string, email: string) {
  const known_device_token = knownDeviceTokens.get()[`${short_code} ${email}`];
  return known_device_token === undefined ? {} : { known_device_token };
}
