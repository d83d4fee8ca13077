/** SMS of the simulated phones of a company, read from the demonstration's outbox page by its administrator. */
export class SmsInbox {
  private constructor(
    private readonly url: string,
    private readonly cookie: string,
  ) {}

  static async open(url: string, administrator: { admin: string; password: string }): Promise<SmsInbox> {
    const body = new URLSearchParams({ email: administrator.admin, password: administrator.password });
    const answer = await fetch(`${url}/outbox/sign-in`, { method: "POST", body, redirect: "manual" });
    const cookie = answer.headers.get("set-cookie")?.split(";")[0];
    if (cookie === undefined)
      throw new Error(`/outbox answered ${answer.status} to its administrator. ${ONLY_IN_DEMONSTRATION_MESSAGE}`);
    return new SmsInbox(url, cookie);
  }

  /** Number of the newest message. */
  async newest(): Promise<number> {
    return Math.max(0, ...(await this.read(0)).map(({ seq }) => seq));
  }

  /** Code that was sent to a number after the message `after`. */
  async codeFor(phoneNumber: string, after: number): Promise<string> {
    for (const until = Date.now() + 20_000; Date.now() < until; await waitMs(150)) {
      const found = (await this.read(after)).find(({ to, code }) => to === phoneNumber && code !== undefined);
      if (found?.code !== undefined) return found.code;
    }
    throw new Error(`No code came to ${phoneNumber}. ${ONLY_IN_DEMONSTRATION_MESSAGE}`);
  }

  private async read(after: number) {
    const answer = await fetch(`${this.url}/outbox/messages?after=${after}`, { headers: { cookie: this.cookie } });
    if (!answer.ok) throw new Error(`/outbox answered ${answer.status}. ${ONLY_IN_DEMONSTRATION_MESSAGE}`);
    const items = (await answer.text()).split("<li ").slice(1);
    return items.map((item) => ({
      seq: Number(/data-seq="(\d+)"/.exec(item)?.[1]),
      to: /<strong>([^<]*)<\/strong>/.exec(item)?.[1],
      code: /<p class="body">(?:[^<]*?\b)?(\d{6})\b/.exec(item)?.[1],
    }));
  }
}

const ONLY_IN_DEMONSTRATION_MESSAGE = "Messages are shown in a demonstration only.";
const waitMs = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
