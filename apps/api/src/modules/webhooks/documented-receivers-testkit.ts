import { type ChildProcess, spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { expect, onTestFinished, vi } from "vitest";
import { findFreePort } from "#platform/process/ports";
import { funeralCaseRequest } from "../../testing/cases";
import { cleanEnvironmentKeepingClock } from "../../../../docs/samples/runner/clean-environment";
import type { TestApi } from "../../testing/start-api";
import { createWebhookFixture } from "../../testing/webhooks/webhook-fixtures";

/** Command that starts a receiver of the documentation. */
interface DocumentedReceiver {
  readonly file: string;
  readonly program: string;
  readonly args: (path: string, port: number) => string[];
}

/** Options that let the product call receivers on this machine. */
export const localReceiverTestOptions = { app: { egressAllow: [{ host: "127.0.0.1", port: undefined }] } };

const samplesFolder = fileURLToPath(new URL("../../../../docs/samples/webhooks/", import.meta.url));
/** Output that the page of the documentation shows, with ids of its own. */
const documentedOutput = readFileSync(`${samplesFolder}receiver.answer.txt`, "utf8").trim();
const [SHOWN_WEBHOOK, SHOWN_CASE] = ["7d0f3c52-9f5a-4f0e-8a34-0c2b6f1d5a10", "5d2f8f1e-5c1d-4c8e-9a53-2f8f0f6f9a01"];

async function startReceiver({ program, args, file }: DocumentedReceiver, port: number, secret: string) {
  const child: ChildProcess = spawn(program, args(`${samplesFolder}${file}`, port), {
    env: cleanEnvironmentKeepingClock({ PORT: String(port), WEBHOOK_SECRET: secret }),
    stdio: ["ignore", "pipe", "ignore"],
  });
  let printed = "";
  child.stdout?.on("data", (piece) => (printed += String(piece)));
  onTestFinished(() => void child.kill());
  await vi.waitFor(() => waitUntilListening(port), { timeout: 30_000, interval: 50 });
  return { lines: () => printed.trim() };
}

const waitUntilListening = (port: number) =>
  new Promise<void>((resolve, reject) => {
    const socket = connect(port, "127.0.0.1", () => resolve(void socket.destroy()));
    socket.on("error", reject);
  });

/** Checks that a receiver accepts what the product sends to it, once, and nothing else. */
export async function checkReceiverVerifiesSignatures(api: TestApi, language: DocumentedReceiver) {
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}/`;
  const { boss, webhook } = await createWebhookFixture(api, url, { event_types: ["case update", "case comment"] });
  const receiver = await startReceiver(language, port, webhook.secret);
  const until = (lines: string) =>
    vi.waitFor(
      async () => {
        await api.app.webhooks.runDue();
        expect(receiver.lines()).toBe(lines);
      },
      { timeout: 30_000, interval: 50 },
    );

  const expected = [`test: ${webhook.id}`];
  await boss.testWebhook({ id: webhook.id });
  await until(expected.join("\n"));
  const { id } = await boss.createCase(funeralCaseRequest());
  expected.push(`case update: ${id}`);
  await until(expected.join("\n"));
  await boss.createCaseComment({ id, text: "Größe beachten: 2,10 m" });
  expected.push(`case comment: ${id}`);
  await until(expected.join("\n"));
  expect(receiver.lines().replaceAll(webhook.id, SHOWN_WEBHOOK).replaceAll(id, SHOWN_CASE)).toBe(documentedOutput);

  const [newest] = await boss.getWebhookDeliveries({ id: webhook.id });
  await boss.resendWebhookDelivery({ id: webhook.id, delivery_id: newest?.id as string });
  await boss.rotateWebhookSecret({ id: webhook.id });
  await boss.createCaseComment({ id, text: "Signed by both" });
  expected.push(`case comment: ${id}`);
  await until(expected.join("\n"));
  const states = (await boss.getWebhookDeliveries({ id: webhook.id })).map(({ status }) => status);
  expect(new Set(states)).toEqual(new Set(["DELIVERED"]));

  const body = JSON.stringify({ id: "forged", type: "case update", data: { case_id: id } });
  const post = (secret: string, at: Date, sent = body) =>
    fetch(url, {
      method: "POST",
      body: sent,
      headers: {
        "webhook-id": "forged",
        "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
        "webhook-signature": new StandardWebhook(secret).sign("forged", at, body),
      },
    }).then(({ status }) => status);
  const stranger = `whsec_${Buffer.alloc(32, 1).toString("base64")}`;
  expect(await post(stranger, api.clock.now())).toBe(401);
  expect(await post(webhook.secret, new Date(api.clock.now().getTime() - 301_000))).toBe(401);
  expect(await post(webhook.secret, api.clock.now(), body.replace("update", "action"))).toBe(401);
  expect((await fetch(url, { method: "POST", body })).status).toBe(401);
  expect(receiver.lines()).toBe(expected.join("\n"));
  expect(await post(webhook.secret, api.clock.now())).toBe(204);
}
