/** Progress: a bar that redraws itself on a terminal, and a line now and then elsewhere. */
export class ProgressBar {
  private lastShown = -1;
  private barShown = false;

  constructor(
    private readonly out: NodeJS.WritableStream & { readonly isTTY?: boolean },
    private readonly now: () => number = Date.now,
  ) {}

  say(line: string) {
    this.endBar();
    this.out.write(`${line}\n`);
  }

  /** Shows progress; `share` is from 0 to 1. */
  show(share: number, text: string) {
    const moment = this.now();
    const every = this.out.isTTY ? 100 : 10_000;
    if (share < 1 && this.lastShown >= 0 && moment - this.lastShown < every) return;
    this.lastShown = moment;
    const line = `${drawnBarOf(share)} ${text}`;
    if (this.out.isTTY) this.out.write(`\r\u001B[2K${line}`);
    else this.out.write(`${line}\n`);
    this.barShown = this.out.isTTY === true;
  }

  endBar() {
    if (this.barShown) this.out.write("\n");
    this.barShown = false;
  }
}

const BAR_WIDTH = 30;
const drawnBarOf = (share: number) => {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${"#".repeat(full)}${".".repeat(BAR_WIDTH - full)}] ${String(Math.round(share * 100)).padStart(3)} %`;
};
