import { describe, expect, it } from "vitest";
import { startApi } from "../../testing/start-api";
import { startTestServerNode } from "../../testing/start-node";

describe("headers of refusals", () => {
  const api = startApi();
  const ask = (path: string, { url = api.url, ...init }: RequestInit & { url?: string } = {}) =>
    fetch(`${url}/api/v1${path}`, init);
  const asJson = (method: string, body: object, headers: Record<string, string>): RequestInit => ({
    method,
    body: JSON.stringify(body),
    headers: { ...headers, "content-type": "application/json" },
  });
  const challengeOf = async (answer: Promise<Response>) => {
    const { status, headers } = await answer;
    return [status, headers.get("www-authenticate")];
  };

  it("WWW-Authenticate names an error when the token is invalid", async () => {
    const headers = { authorization: "Bearer dsp_u_nobody" };
    expect(await challengeOf(ask("/vehicles", { headers }))).toEqual([401, 'Bearer error="invalid_token"']);
  });

  it("WWW-Authenticate names no error when the request has no token", async () => {
    const tenant = await api.aTenant();
    const signIn = asJson(
      "POST",
      { email: "nobody@example.org", password: "x" },
      { "x-tenant-key": tenant.tenant_key },
    );
    const stranger = asJson("POST", { email: "nobody@example.org", password: "x" }, { "x-tenant-key": "unknown" });
    expect(await challengeOf(ask("/vehicles"))).toEqual([401, "Bearer"]);
    expect(await challengeOf(ask("/auth/user", signIn))).toEqual([401, "Bearer"]);
    expect(await challengeOf(ask("/auth/user", stranger))).toEqual([401, "Bearer"]);
  });

  it("WWW-Authenticate names no error when the token is valid and the password wrong", async () => {
    const { token } = (await api.signIn("changeOwnPassword")).session;
    const passwords = { old_password: "not the right one", new_password: "ab heute ein anderer Satz" };
    const change = asJson("PUT", passwords, { authorization: `Bearer ${token}` });
    expect(await challengeOf(ask("/user/change_password", change))).toEqual([401, "Bearer"]);
  });

  it("the type of a problem+json answer is a page of the documentation site, or a path where there is no site", async () => {
    const anchor = "/docs/api/errors/error-types#AUTH_TOKEN_MISSING";
    const headers = { accept: "application/problem+json" };
    const docsUrl = "https://developers.example.org";
    const node = await startTestServerNode(api.databaseUrl, () => ({ docsUrl }));
    try {
      const typeOf = async (url: string) => (await (await ask("/vehicles", { url, headers })).json()) as object;
      expect(await typeOf(node.url)).toMatchObject({ type: docsUrl + anchor });
      expect(await typeOf(api.url)).toMatchObject({ type: anchor });
    } finally {
      await node.stop();
    }
  });
});
