import type { GlyphShape } from "@leitstand/ui/glyph";
import { createStore } from "@leitstand/app/store";
import type { CommandId } from "./commands.ts";

/** Object or command that an item leads to. */
export type Target =
  | { readonly kind: "command"; readonly id: CommandId }
  | { readonly kind: "case" | "vehicle" | "tour" | "user"; readonly id: string };

export interface PaletteItem {
  readonly target: Target;
  readonly label: string;
  readonly hint?: string | undefined;
  readonly keys?: readonly string[] | undefined;
  readonly look?: { readonly shape: GlyphShape; readonly color: string; readonly word: string } | undefined;
}
type GroupName = "recent" | "commands" | "cases" | "vehicles" | "tours" | "users";
export interface PaletteGroup {
  readonly name: GroupName;
  readonly items: readonly PaletteItem[];
}

export const keyOf = ({ kind, id }: Target) => `${kind}-${id}`;

/** Recently used items, in memory alone: names of the deceased and of customers are not stored in the browser. */
export const recent = createStore<readonly PaletteItem[]>([]);
const RECENT_MAX = 5;

export function remember(item: PaletteItem) {
  const others = recent.get().filter(({ target }) => keyOf(target) !== keyOf(item.target));
  recent.set([item, ...others].slice(0, RECENT_MAX));
}
