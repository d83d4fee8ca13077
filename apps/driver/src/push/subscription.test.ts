import { describe, expect, it } from "vitest";
import { isSubscriptionDue, subscribeToPushWithKey } from "./subscription.ts";

const pushKey = "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
const otherPushKey = `BA${pushKey.slice(2)}`;

/** Push manager of a browser: one subscription at a time, for one key. */
class FakePushManager {
  made = 0;
  current: PushSubscription | null = null;

  getSubscription = async () => this.current;

  subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit = {}) => {
    if (this.current !== null) throw new Error("There is a subscription for another key.");
    const endpoint = `https://push.example/${++this.made}`;
    const bytes = applicationServerKey as Uint8Array<ArrayBuffer>;
    this.current = {
      endpoint,
      options: { applicationServerKey: bytes.slice().buffer, userVisibleOnly: true },
      unsubscribe: async () => {
        this.current = null;
        return true;
      },
      toJSON: () => ({ endpoint, keys: { p256dh: "p", auth: "a" } }),
    } as unknown as PushSubscription;
    return this.current;
  };
}

describe("the push subscription of a browser", () => {
  it("a push subscription is created once, and reused from then on", async () => {
    const manager = new FakePushManager();
    const first = { endpoint: "https://push.example/1", p256dh: "p", auth: "a" };
    expect(await subscribeToPushWithKey(manager, pushKey)).toEqual(first);
    expect(await subscribeToPushWithKey(manager, pushKey)).toEqual(first);
    const [subscribed] = [new Uint8Array(manager.current?.options.applicationServerKey ?? new ArrayBuffer(0))];
    expect(Buffer.from(subscribed).toString("base64url")).toBe(pushKey);
  });

  it("a push subscription is replaced once the server has another key", async () => {
    const manager = new FakePushManager();
    await subscribeToPushWithKey(manager, pushKey);
    expect((await subscribeToPushWithKey(manager, otherPushKey)).endpoint).toBe("https://push.example/2");
  });
});

describe("the registration of a phone's push subscription with the server", () => {
  const sent = { at: 1_000, device_token: "dsp_d_first" };
  const after = (minutes: number, device_token = sent.device_token) => ({
    now: sent.at + minutes * 60_000,
    device_token,
  });

  it("a phone registers its subscription when it has not done so yet, and again every hour", () => {
    expect(isSubscriptionDue(null, after(0))).toBe(true);
    expect(isSubscriptionDue(sent, after(60))).toBe(false);
    expect(isSubscriptionDue(sent, after(61))).toBe(true);
  });

  it("a phone that has signed in again registers its subscription at once, because the server has forgotten it", () => {
    expect(isSubscriptionDue(sent, after(1, "dsp_d_second"))).toBe(true);
  });
});
