/** Shows the progress of a long piece of work: a bar in a terminal, elsewhere a line for each stage. */
export class ProgressLine {
  private stage = "";
  private percent = -1;

  constructor(private readonly output: Pick<NodeJS.WriteStream, "write"> & { readonly isTTY?: boolean }) {}

  /** Shows the share from 0 to 1 of the stage. */
  tell = (stage: string, share: number) => {
    if (stage !== this.stage) this.begin(stage);
    const percent = Math.floor(share * 100);
    if (percent === this.percent) return;
    this.percent = percent;
    if (!this.output.isTTY) return;
    const bar = "#".repeat(Math.round(percent * 0.3)).padEnd(30, ".");
    this.output.write(`\r[${bar}] ${String(percent).padStart(3)} % ${stage}`);
  };

  /** Prints a message on a line of its own. */
  say(message: string) {
    this.end();
    this.output.write(`${message}\n`);
  }

  /** Ends the line, so that further output begins on a new line. */
  end() {
    if (this.stage !== "" && this.output.isTTY) this.output.write("\n");
    this.stage = "";
    this.percent = -1;
  }

  private begin(stage: string) {
    this.end();
    this.stage = stage;
    if (!this.output.isTTY) this.output.write(`${stage} ...\n`);
  }
}
