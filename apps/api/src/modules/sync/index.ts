/** Who carries out the runs that were asked for. */
export { SyncRunner } from "./sync-runner.service";
