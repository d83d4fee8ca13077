/** Exports of the sync module: the runner of requested runs. */
export { SyncRunner } from "./sync-runner.service";
