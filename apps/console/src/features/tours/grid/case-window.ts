import { api, isProblem } from "#shared/api/api.ts";
import { keepCase } from "#live/store.ts";
import { draftOfCase } from "#live/case-draft.ts";

/** When a case may be started and has to be done. */
export interface CaseWindow {
  readonly not_before: string | null;
  readonly due_at: string | null;
}
type FullCase = Awaited<ReturnType<typeof api.getCase>>;

/** Why a window could not be changed although nobody refused it. */
export type WindowFault = "redacted" | "moved";
export class WindowProblem extends Error {
  readonly fault: WindowFault;
  constructor(fault: WindowFault) {
    super(fault);
    this.fault = fault;
  }
}

/**
 * Writes new times of a case, leaving everything else as it is. When somebody changed the case at the same moment, it is
 * tried once more, unless what they changed is the times. Answers with the times before.
 */
export async function changeWindow(id: string, change: Partial<CaseWindow>): Promise<CaseWindow> {
  const base = await api.getCase({ id });
  const before = { not_before: base.not_before, due_at: base.due_at };
  try {
    await writeWindow(base, change);
  } catch (error) {
    if (!isProblem(error, "LOCK_VERSION_CONFLICT")) throw error;
    const current = await api.getCase({ id });
    if (!isSameWindow(current, base)) throw new WindowProblem("moved");
    await writeWindow(current, change);
  }
  return before;
}

const isSameWindow = (a: CaseWindow, b: CaseWindow) => a.not_before === b.not_before && a.due_at === b.due_at;

async function writeWindow(job: FullCase, change: Partial<CaseWindow>) {
  // The whole case is written back: what the caller may not see would be lost.
  if (job.is_redacted) throw new WindowProblem("redacted");
  const answer = await api.updateCase({ id: job.id, lock_version: job.lock_version, ...draftOfCase(job), ...change });
  keepCase(answer);
}
