import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ForgotPasswordForm } from "#features/session/forgot-password.tsx";
import { clickElement, fillField, mountComponent, waitUntil } from "#shared/testing/mount-testkit.tsx";
import { findByRole } from "#shared/testing/screen-testkit.ts";
import { createNeverSettlingPromise } from "#shared/testing/server-testkit.ts";
import { SetPasswordRoute } from "./set-password.tsx";

const email = "anna@example.org";
const password = "sieben Störche über Linz";

/** Requests that the server has not answered yet. */
let unanswered: string[];
beforeEach(() => {
  unanswered = [];
  window.location.hash = "#tenant=bestattung&token=of-the-mail";
  vi.stubGlobal("fetch", (url: string) => {
    const last = new URL(url).pathname.split("/").at(-1) ?? "";
    if (last === "key") return Promise.resolve(Response.json({ tenant_key: "key" }));
    if (last === "token") return Promise.resolve(Response.json({ email }));
    unanswered.push(last);
    return createNeverSettlingPromise();
  });
});
afterEach(() => {
  window.location.hash = "";
});

/** Clicks as a double click does: the second time before the first has been answered. */
async function clickTwice(name: string) {
  const button = findByRole("button", name);
  await clickElement(button);
  await clickElement(button);
  await waitUntil(() => expect(unanswered).not.toEqual([]));
}

describe("a double click on the way to a new password", () => {
  it("a double click on the button that mails a link requests it once", async () => {
    await mountComponent(<ForgotPasswordForm short_code="bestattung" onBack={() => undefined} />);
    await fillField(findByRole("textbox", /E-Mail/), email);
    await clickTwice("Link schicken");
    expect(unanswered).toEqual(["request"]);
  });

  it("a double click on the button that sets a password sends it once", async () => {
    await mountComponent(<SetPasswordRoute />);
    await fillField(await waitUntil(() => findByRole("textbox", /^Neues Passwort/)), password);
    await fillField(findByRole("textbox", /^Noch einmal/), password);
    await clickTwice("Passwort festlegen");
    expect(unanswered).toEqual(["set"]);
  });
});
