import { untilReached } from "#shared/screen/lazy-part.ts";
import type { WantedExport } from "./run-export.tsx";

/** Begins an export; what carries it out is loaded with the first. */
export const exportFile = (wanted: WantedExport) =>
  void untilReached(() => import("./run-export.tsx")).then(({ runExport }) => runExport(wanted));
