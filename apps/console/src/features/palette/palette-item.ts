import type { GlyphShape } from "@leitstand/ui/glyph";
import { createStore } from "@leitstand/app/store";
import type { PaletteCommandId } from "./commands.ts";

/** Object or command that an item leads to. */
export type PaletteTarget =
  | { readonly kind: "command"; readonly id: PaletteCommandId }
  | { readonly kind: "case" | "vehicle" | "tour" | "user"; readonly id: string };

export interface PaletteItem {
  readonly target: PaletteTarget;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly look?: { readonly shape: GlyphShape; readonly color: string; readonly word: string } | undefined;
}
type PaletteGroupName = "recent" | "commands" | "cases" | "vehicles" | "tours" | "users";
export interface PaletteGroup {
  readonly name: PaletteGroupName;
  readonly items: readonly PaletteItem[];
}

export const paletteTargetKey = ({ kind, id }: PaletteTarget) => `${kind}-${id}`;

/** Recently used items, in memory alone: names of the deceased and of customers are not stored in the browser. */
export const recentPaletteItems = createStore<readonly PaletteItem[]>([]);
const RECENT_ITEMS_MAX = 5;

export function rememberPaletteItem(item: PaletteItem) {
  const others = recentPaletteItems
    .get()
    .filter(({ target }) => paletteTargetKey(target) !== paletteTargetKey(item.target));
  recentPaletteItems.set([item, ...others].slice(0, RECENT_ITEMS_MAX));
}
