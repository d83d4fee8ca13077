import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { phoneCompany, driverDb, deletePhoneSecrets } from "./phone.ts";
import { requestPhoneSignInCode, signInPhone } from "./sign-in.ts";

// Node has no IndexedDB, so a map replaces it.
beforeEach(async () => {
  // The window of tests has Node's `crypto`, but not the class of its keys.
  const { constructor } = await crypto.subtle.generateKey({ name: "AES-GCM", length: 256 }, false, ["encrypt"]);
  vi.stubGlobal("CryptoKey", constructor);
  for (const table of [driverDb.meta, driverDb.keys]) {
    const rows = new Map<string, unknown>();
    vi.spyOn(table, "put").mockImplementation(((row: { name: string }) => {
      rows.set(row.name, row);
      return Promise.resolve(row.name);
    }) as never);
    vi.spyOn(table, "get").mockImplementation(((name: string) => Promise.resolve(rows.get(name))) as never);
    vi.spyOn(table, "delete").mockImplementation(((name: string) => Promise.resolve(rows.delete(name))) as never);
  }
  phoneCompany.set({ tenant_key: "key" } as never);
});
afterEach(() => void vi.unstubAllGlobals());

it("a phone whose session has ended sends its known-device token when it requests a sign-in code", async () => {
  const bodies: unknown[] = [];
  vi.stubGlobal("fetch", (_url: string, { body }: { body: string }) => {
    bodies.push(JSON.parse(body));
    const session = { token: "dsp_d", device_id: "device", known_device_token: "known phone", cooldown_time: 60 };
    return Promise.resolve(Response.json(session));
  });
  const phone_number = "+436641234567";
  await requestPhoneSignInCode(phone_number);
  await signInPhone(phone_number, "402913");
  await deletePhoneSecrets();
  await requestPhoneSignInCode(phone_number);
  expect(bodies).toEqual([
    { phone_number },
    { phone_number, one_time_code: "402913" },
    { phone_number, known_device_token: "known phone" },
  ]);
});
