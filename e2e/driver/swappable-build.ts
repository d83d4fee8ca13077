import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { rename } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { driverBuildDir } from "../console-testkit";
import { buildDriverAppWithMutant } from "./driver-build";
import type { SourceMutant } from "./planted-page";

/** App that a server serves and that can be replaced by another version at any time, as in an update. */
export class SwappableDriverBuild {
  readonly dir: string;
  private readonly home = mkdtempSync(join(tmpdir(), "driver-app-"));
  private readonly built: (() => Promise<void>)[] = [];

  constructor() {
    this.dir = join(this.home, "app");
    symlinkSync(driverBuildDir, this.dir);
  }

  /** Serves the app with a fault or another change. */
  async take(change: SourceMutant) {
    const { folder, remove } = await buildDriverAppWithMutant(change);
    this.built.push(remove);
    await this.show(folder);
  }

  /** Serves the original app again. */
  takeBack = () => this.show(driverBuildDir);

  private async show(folder: string) {
    const next = join(this.home, "next");
    symlinkSync(folder, next);
    await rename(next, this.dir);
  }

  async remove() {
    for (const remove of this.built) await remove();
    rmSync(this.home, { recursive: true, force: true });
  }
}
