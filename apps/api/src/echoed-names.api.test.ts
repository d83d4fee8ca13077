import { describe, expect, it } from "vitest";
import { startApi } from "./testing/start-api";

/** Name with an emoji in every place where its text may be cut, whether counted from an even or an odd one. */
const nameOfEmojis = (before: string, count: number) => `${before}${"🚑".repeat(count)}`;
const jsonHeaders = { "content-type": "application/json" };
const uploadFormWithName = (name: string) => {
  const form = new FormData();
  form.append(name, new File(["x"], "a.csv"));
  return form;
};

describe("a refusal that names what a caller has sent", () => {
  const api = startApi();

  it.each([
    [
      "an unknown field",
      300,
      (name: string) => ["/vehicles", { method: "POST", headers: jsonHeaders, body: JSON.stringify({ [name]: 1 }) }],
    ],
    [
      "a parameter that comes twice",
      300,
      (name: string) => [`/areas?${encodeURIComponent(name)}=1&${encodeURIComponent(name)}=2`, {}],
    ],
    [
      "an unknown field to sort by",
      70,
      (name: string) => [`/users?page=0&size=1&sort=${encodeURIComponent(name)},asc`, {}],
    ],
    ["a file of a form", 300, (name: string) => ["/imports", { method: "POST", body: uploadFormWithName(name) }]],
  ] satisfies [string, number, (name: string) => [string, RequestInit]][])(
    "a refusal that repeats the long name of %s cuts it between two characters",
    async (_what, count, request) => {
      const { session } = await api.signIn("createVehicle", "getAreas", "getUsers", "importData");
      for (const before of ["", "x"]) {
        const [path, init]: [string, RequestInit] = request(nameOfEmojis(before, count));
        const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${session.token}` };
        const answer = await fetch(`${api.url}/api/v1${path}`, { ...init, headers });
        const text = await answer.text();
        expect(answer.status).toBe(400);
        expect(text).toContain("🚑");
        expect(text).not.toMatch(/\\ud[89a-f]/i);
      }
    },
  );
});
