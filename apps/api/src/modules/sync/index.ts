/** Exports of the sync module: the runner of requested runs, and how long runs are kept. */
export { SyncRunner } from "./sync-runner.service";
export { syncRunRetention } from "./sync.sql";
