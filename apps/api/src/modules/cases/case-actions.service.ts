import type { Case } from "@leitstand/contract/case";
import type { Tx } from "#platform/database";
import type { Principal, Scope } from "#platform/principal";

/** Fills in what the caller may do now, with each case and with each of its links. */
export async function offerActions(
  _tx: Tx,
  _reader: { readonly principal: Principal; readonly scope: Scope; readonly now: Date },
  _cases: readonly Case[],
): Promise<void> {}
