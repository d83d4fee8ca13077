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
  const known = knownDevice.get()[`${short_code} ${email}`];
  const { token, expires_at, known_device_token } = await openApi(tenant_key).authUser({
    email,
    password,
    ...(known === undefined ? {} : { known_device_token: known }),
  });
  if (known_device_token !== null)
    knownDevice.set({ ...knownDevice.get(), [`${short_code} ${email}`]: known_device_token });
  session.set({ token, email, expires_at });
  sessionEnded.set(false);
}
