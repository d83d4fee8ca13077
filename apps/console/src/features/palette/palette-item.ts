import type { GlyphShape } from "@leitstand/ui/glyph";
import { createStore } from "@leitstand/app/store";
import type { CommandId } from "./commands.ts";

/** Object or command that an item leads to. */
export type PaletteTarget =
  | { readonly kind: "command"; readonly id: CommandId }
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

export const targetKey = ({ kind, id }: PaletteTarget) => `${kind}-${id}`;

/** Recently used items, in memory alone: names of the deceased and of customers are not stored in the browser. */
export const recentItems = createStore<readonly PaletteItem[]>([]);
const RECENT_ITEMS_MAX = 5;

export function rememberItem(item: PaletteItem) {
  const others = recentItems.get().filter(({ target }) => targetKey(target) !== targetKey(item.target));
  recentItems.set([item, ...others].slice(0, RECENT_ITEMS_MAX));
}
