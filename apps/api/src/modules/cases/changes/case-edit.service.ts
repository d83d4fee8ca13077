import { isOfficeActor, type Principal } from "#platform/access/principal";
import { problem } from "#platform/problem";

export function refuseStaleVersion(current: { readonly lock_version: number }, lock_version: number) {
  if (current.lock_version === lock_version) return;
  throw problem("LOCK_VERSION_CONFLICT", { lock_version, current_lock_version: current.lock_version });
}

/** Kind of the editor: a dispatcher, a driver, or a program. */
export const editorKindOf = (principal: Principal, grant: string): "D" | "V" | "S" => {
  if (principal.kind === "SERVICE") return "S";
  return isOfficeActor(principal, grant) ? "D" : "V";
};
