import { afterEach, expect, it, vi } from "vitest";
import { loadSiteSettings } from "./site-facts";

const siteFacts = { api_url: "https://api.example.com/api/v1", analytics_script: null, feedback_url: null };

afterEach(() => vi.unstubAllGlobals());

it("the documentation asks for the facts of its site again after a failure, and once when they have come", async () => {
  const answers = [new Response("<h1>Bad Gateway</h1>", { status: 502 }), Response.json(siteFacts)];
  const asked = vi.fn(async () => answers.shift() ?? Response.error());
  vi.stubGlobal("fetch", asked);
  await expect(loadSiteSettings()).rejects.toThrow("502");
  expect(await loadSiteSettings()).toEqual(siteFacts);
  expect(await loadSiteSettings()).toEqual(siteFacts);
  expect(asked).toHaveBeenCalledTimes(2);
});
