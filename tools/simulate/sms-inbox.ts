/** The SMS of the simulated phones, read from the demonstration's outbox page. */
export class SmsInbox {
  constructor(private readonly fetchPage: (path: string) => Promise<Response>) {}

  /** The number of the newest message there is. */
  async newest(): Promise<number> {
    return Math.max(0, ...(await this.read(0)).map(({ seq }) => seq));
  }

  /** The code that was sent to a number after the message `after`. */
  async codeFor(phoneNumber: string, after: number): Promise<string> {
    for (const until = Date.now() + 20_000; Date.now() < until; await pause(150)) {
      const found = (await this.read(after)).find(({ to, code }) => to === phoneNumber && code !== undefined);
      if (found?.code !== undefined) return found.code;
    }
    throw new Error(`No code came to ${phoneNumber}; /outbox is shown with DEMONSTRATION=on only.`);
  }

  private async read(after: number) {
    const answer = await this.fetchPage(`/outbox/messages?after=${after}`);
    if (!answer.ok) throw new Error(`/outbox answered ${answer.status}: it is shown with DEMONSTRATION=on only.`);
    const items = (await answer.text()).split("<li ").slice(1);
    return items.map((item) => ({
      seq: Number(/data-seq="(\d+)"/.exec(item)?.[1]),
      to: /<strong>([^<]*)<\/strong>/.exec(item)?.[1],
      code: /<p class="body">(?:[^<]*?\b)?(\d{6})\b/.exec(item)?.[1],
    }));
  }
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
