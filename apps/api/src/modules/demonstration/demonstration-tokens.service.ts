import { createHash } from "node:crypto";
import { tokenFrom } from "#platform/tokens";

/** The integration token of a demonstration company: the same in every installation, so never valid in another tenant. */
export const demonstrationToken = (shortCode: string): string =>
  tokenFrom("SERVICE", createHash("sha256").update(`leitstand demonstration ${shortCode}`).digest());
