import { openApi } from "#shared/api/api.ts";
import { knownDevice, session, sessionEnded } from "#shared/api/session.ts";

interface Credentials {
  readonly short_code: string;
  readonly email: string;
  readonly password: string;
}

/** Signs in. Throws `ApiProblem` when the server refuses. */
export async function signIn({ short_code, email, password }: Credentials) {
  const { tenant_key } = await openApi().getTenantKey({ short_code });
  const { token, expires_at, known_device_token } = await openApi(tenant_key).authUser({
    email,
    password,
    ...knownDeviceOf(short_code, email),
  });
  if (known_device_token !== null)
    knownDevice.set({ ...knownDevice.get(), [`${short_code} ${email}`]: known_device_token });
  session.set({ token, email, expires_at });
  sessionEnded.set(false);
}

/** Requests a link to a new password by mail, which is sent if the address is known. Throws `ApiProblem`. */
export async function askForLink({ short_code, email }: Pick<Credentials, "short_code" | "email">) {
  const { tenant_key } = await openApi().getTenantKey({ short_code });
  await openApi(tenant_key).requestPasswordReset({ email, ...knownDeviceOf(short_code, email) });
}

/** Token by which the server recognises this browser: failed sign-ins of others in its network do not delay it. */
function knownDeviceOf(short_code: string, email: string) {
  const known_device_token = knownDevice.get()[`${short_code} ${email}`];
  return known_device_token === undefined ? {} : { known_device_token };
}
