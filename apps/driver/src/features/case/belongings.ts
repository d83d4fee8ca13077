import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";
import type { BelongingsDraft } from "#work/drafts.ts";

type RecordedBelongings = NonNullable<CaseActionPayload["belongings"]>;
export type BelongingItem = "watch" | "money" | "jewelery" | "ring" | "necklace";
export type BelongingState = RecordedBelongings[BelongingItem];

/** Belongings in the order in which crews look for them. */
export const belongingItems = [
  "watch",
  "money",
  "jewelery",
  "ring",
  "necklace",
] as const satisfies readonly BelongingItem[];
export const belongingStates = ["UNKNOWN", "STAYS", "RELOCATED"] as const satisfies readonly BelongingState[];

/** Information that is missing before the crew can confirm the belongings. */
export type MissingBelongingsInfo =
  | { readonly is: "item"; readonly item: BelongingItem }
  | { readonly is: "location" }
  | { readonly is: "photo" }
  | { readonly is: "note" };

interface BelongingsFacts {
  readonly draft: BelongingsDraft;
  /** Belongings when the deceased was loaded; undefined before loading. */
  readonly before: RecordedBelongings | undefined;
  /** Whether there is a photo of the belongings, or the crew has given the reason why not. */
  readonly hasPhoto: boolean;
}

export function findMissingBelongingsInfo({
  draft,
  before,
  hasPhoto,
}: BelongingsFacts): MissingBelongingsInfo | undefined {
  const item = belongingItems.find((name) => draft[name] === undefined);
  if (item !== undefined) return { is: "item", item };
  if (hasBelongingInState(draft, "RELOCATED") && isBlankText(draft.location)) return { is: "location" };
  // Things that stay are photographed when first seen; at the handover the sentence says what has changed.
  if (before === undefined) return hasBelongingInState(draft, "STAYS") && !hasPhoto ? { is: "photo" } : undefined;
  return haveBelongingsChanged(draft, before) && isBlankText(draft.note) ? { is: "note" } : undefined;
}

export const hasBelongingInState = (draft: BelongingsDraft, state: BelongingState) =>
  belongingItems.some((item) => draft[item] === state);
export const haveBelongingsChanged = (draft: BelongingsDraft, before: RecordedBelongings) =>
  belongingItems.some((item) => draft[item] !== before[item]);
const isBlankText = (text: string | undefined) => (text ?? "").trim() === "";

/** Belongings as an action takes them; undefined until all five are recorded. */
export function belongingsPayload(draft: BelongingsDraft | undefined): RecordedBelongings | undefined {
  const { watch, money, jewelery, ring, necklace } = draft ?? {};
  if (!watch || !money || !jewelery || !ring || !necklace) return undefined;
  const location = draft?.location?.trim() ?? "";
  const description = draft?.description?.trim() ?? "";
  return {
    watch,
    money,
    jewelery,
    ring,
    necklace,
    ...(location !== "" && { location }),
    ...(description !== "" && { description }),
  };
}

/** Belongings at loading: as this phone has recorded them, else those of the case, where it has all five. */
export function belongingsAtLoading(
  { funeral_data }: Case,
  loaded: BelongingsDraft | undefined,
): RecordedBelongings | undefined {
  const own = loaded?.is_confirmed === true ? belongingsPayload(loaded) : undefined;
  if (own !== undefined) return own;
  const known = Object.entries(funeral_data?.cargo_deceased?.belongings ?? {});
  // Unknown values are null in the case, and left out here.
  return belongingsPayload(Object.fromEntries(known.filter(([, value]) => value !== null)));
}
