import { addOutboxPage, type OutboxPageOptions } from "#demonstration/outbox-page/outbox-page.routes";
import { type App, type AppOptions, createApp } from "../../app";

type OutboxSettings = Partial<Pick<OutboxPageOptions, "administrators" | "partner">>;

/** Creates a node with its outbox, as a demonstration has it; it does not listen yet. */
export async function createDemonstrationNode(
  options: AppOptions,
  { administrators = [], partner }: OutboxSettings = {},
): Promise<App> {
  const app = await createApp(options);
  const { principals, attachedMessages: attachments } = app;
  addOutboxPage(app.server, { ...options, principals, attachments, administrators, partner });
  return app;
}
