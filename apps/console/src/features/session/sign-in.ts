import { openApi } from "#shared/api/api.ts";
import { knownDevice, session, sessionEnded } from "#shared/api/session.ts";

interface Credentials {
  readonly short_code: string;
  readonly email: string;
  readonly password: string;
}

/** Throws `ApiProblem` when the server does not let in. */
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

/** Has a link to a new password mailed, if the address is known; throws `ApiProblem`. */
export async function askForLink({ short_code, email }: Pick<Credentials, "short_code" | "email">) {
  const { tenant_key } = await openApi().getTenantKey({ short_code });
  await openApi(tenant_key).requestPasswordReset({ email, ...knownDeviceOf(short_code, email) });
}

/** By which this browser is known: others in its network do not make it wait. */
function knownDeviceOf(short_code: string, email: string) {
  const known_device_token = knownDevice.get()[`${short_code} ${email}`];
  return known_device_token === undefined ? {} : { known_device_token };
}
