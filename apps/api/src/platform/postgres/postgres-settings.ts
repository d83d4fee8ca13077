import { totalmem } from "node:os";

/**
 * Settings of the server: loopback only; durable; no typed text in its log, as our own log tells about failed
 * statements.
 */
export function postgresServerSettings(port: number): string[] {
  const memory = Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY);
  const megabytes = (share: number) => Math.round((memory * share) / 1024 / 1024);
  const values: Record<string, string | number> = {
    port,
    listen_addresses: "127.0.0.1",
    unix_socket_directories: "",
    max_connections: 200,
    fsync: "on",
    full_page_writes: "on",
    synchronous_commit: "on",
    shared_buffers: `${Math.min(512, Math.max(64, megabytes(1 / 8)))}MB`,
    effective_cache_size: `${Math.max(256, megabytes(1 / 2))}MB`,
    random_page_cost: 1.1,
    jit: "off",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_checkpoints: "off",
  };
  return Object.entries(values).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}
