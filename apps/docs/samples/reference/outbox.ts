import { setTimeout as wait } from "node:timers/promises";

const MESSAGE_TIMEOUT_MS = 10_000;

/** Messages that the demonstration would have sent, as its administrators read them on `/outbox`. */
export interface DemonstrationOutbox {
  /** First group of the pattern in the newest matching message to a recipient. */
  find(recipient: string, wanted: RegExp): Promise<string>;
  /** Makes the partner's system refuse all events from now on. */
  breakPartner(): Promise<void>;
}

export async function openDemonstrationOutbox(
  url: string,
  reader: { email: string; password: string },
): Promise<DemonstrationOutbox> {
  const answer = await fetch(`${url}/outbox/sign-in`, {
    method: "POST",
    body: new URLSearchParams(reader),
    redirect: "manual",
  });
  const cookie = answer.headers.get("set-cookie")?.split(";")[0];
  if (cookie === undefined) throw new Error(`The outbox does not let ${reader.email} in: ${answer.status}`);
  return {
    async find(recipient, wanted) {
      for (const started = Date.now(); Date.now() - started < MESSAGE_TIMEOUT_MS; await wait(20)) {
        const page = await (await fetch(`${url}/outbox/messages`, { headers: { cookie } })).text();
        const theirs = page.split("<li ").find((message) => message.includes(`<strong>${recipient}</strong>`));
        const found = theirs && wanted.exec(theirs)?.[1];
        if (found) return found;
      }
      throw new Error(`No message to ${recipient} holds ${wanted}`);
    },
    async breakPartner() {
      await fetch(`${url}/outbox/partner`, {
        method: "POST",
        headers: { cookie },
        body: new URLSearchParams({ mood: "DOWN" }),
      });
    },
  };
}
