import { spawn } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "../../../apps/api/src/platform/process/ports";
import { cpuSecondsOfProcess } from "../harness/process-facts";
import { findProgram } from "../harness/programs";

const NCHAN_MODULE_FILE = "/usr/lib/nginx/modules/ngx_nchan_module.so";

export interface NchanServer {
  readonly subscribeUrl: string;
  readonly publishUrl: string;
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts nginx with nchan on loopback, one worker, messages in memory; undefined where it is not installed. */
export async function startNchan(): Promise<NchanServer | undefined> {
  const nginx = findProgram("nginx");
  if (!nginx || !existsSync(NCHAN_MODULE_FILE)) return undefined;
  const folder = mkdtempSync(join(tmpdir(), "leitstand-nchan-"));
  const port = await findFreePort();
  writeFileSync(join(folder, "nginx.conf"), nginxConfiguration(folder, port));
  // Runs in one process, so that its processor time is that of the worker.
  const child = spawn(nginx, ["-p", folder, "-c", join(folder, "nginx.conf"), "-e", join(folder, "error.log")], {
    stdio: ["ignore", "ignore", "inherit"],
  });
  const url = `http://127.0.0.1:${port}`;
  const ended = new Promise((resolve) => child.once("exit", resolve));
  for (let attempt = 0; attempt < 100; attempt++) {
    if (
      await fetch(`${url}/pub`, { method: "POST", body: "ready?" }).then(
        () => true,
        () => false,
      )
    )
      break;
    if (child.exitCode !== null) throw new Error(`nginx ended: ${readFileSync(join(folder, "error.log"), "utf8")}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    subscribeUrl: `${url}/sub`,
    publishUrl: `${url}/pub`,
    cpuSeconds: () => cpuSecondsOfProcess(child.pid as number),
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const nginxConfiguration = (folder: string, port: number) => `
load_module ${NCHAN_MODULE_FILE};
daemon off;
master_process off;
worker_rlimit_nofile 20000;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log error;
events { worker_connections 19000; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  nchan_shared_memory_size 256M;
  server {
    listen 127.0.0.1:${port} backlog=4096;
    location = /sub { nchan_subscriber eventsource; nchan_channel_id fleet; nchan_subscriber_first_message newest; }
    location = /pub { nchan_publisher; nchan_channel_id fleet; nchan_message_buffer_length 20; }
  }
}
`;
