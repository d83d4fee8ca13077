import { useDebouncedValue } from "@mantine/hooks";
import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { api } from "#shared/api/api.ts";
import { useBoard } from "#live/use-entities.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { stateStyleOf } from "@leitstand/app/state-style";
import { useStore } from "@leitstand/app/store";
import {
  type PaletteCommandContext,
  type PaletteCommandId,
  keysOfCommand,
  offeredPaletteCommands,
} from "./commands.ts";
import { bestPaletteMatches } from "./match.ts";
import { paletteTargetKey, type PaletteGroup, type PaletteItem, recentPaletteItems } from "./palette-item.ts";

/** Maximum number of results of each kind; a longer text narrows them. */
const RESULTS_PER_KIND_MAX = 6;
const TYPING_PAUSE_MS = 150;
/** Minimum number of letters of a search: a single letter finds too much. */
const SEARCH_LETTERS_MIN = 2;
/**
 * Maximum number of users that are loaded. They are searched here, because the API's `text` knows neither the names of
 * roles nor umlauts that are typed as two letters.
 */
const LOADED_USERS_MAX = 2_000;

const casesQuery = (text: string) =>
  queryOptions({
    queryKey: ["palette-cases", text],
    queryFn: ({ signal }) =>
      api.getCases({ text, size: RESULTS_PER_KIND_MAX, include_associations: false }, { signal }),
    staleTime: 10_000,
    placeholderData: keepPreviousData,
  });
const usersQuery = queryOptions({
  queryKey: ["palette-users"],
  queryFn: () => api.getUsers({ size: LOADED_USERS_MAX, sort: ["lastname,asc"] }),
  staleTime: 300_000,
});

/** Results for the typed text, by kind; without text the last used items and all commands. */
export function usePaletteResults(typed: string, context: PaletteCommandContext) {
  const text = typed.trim();
  const [settled] = useDebouncedValue(text, TYPING_PAUSE_MS);
  const commands = useMatchingCommands(context);
  const last = useStore(recentPaletteItems);
  const cases = useMatchingCases(text, settled);
  const board = useMatchingBoardItems(text);
  const users = useMatchingUsers(text);
  const offered = new Set(commands.map(({ target }) => paletteTargetKey(target)));
  const again = last.filter(({ target }) => target.kind !== "command" || offered.has(paletteTargetKey(target)));
  const isLong = text.length >= SEARCH_LETTERS_MIN;
  const groups: PaletteGroup[] =
    text === ""
      ? [
          { name: "recent", items: again },
          {
            name: "commands",
            items: commands.filter(({ target }) => !again.some((item) => isSameTarget(item, target))),
          },
        ]
      : [
          {
            name: "commands",
            items: bestPaletteMatches(commands, ({ label }) => label, { typed: text, atMost: RESULTS_PER_KIND_MAX }),
          },
          { name: "cases", items: isLong ? cases.items : [] },
          ...board,
          { name: "users", items: users },
        ];
  return {
    groups: groups.filter(({ items }) => items.length > 0),
    isSearching: isLong && (cases.isFetching || settled !== text),
    error: cases.error,
  };
}

const isSameTarget = (item: PaletteItem, target: PaletteItem["target"]) =>
  paletteTargetKey(item.target) === paletteTargetKey(target);

function useMatchingCommands(context: PaletteCommandContext): PaletteItem[] {
  const t = useTranslations("palette");
  const may = useHasGrant();
  const itemOf = (id: PaletteCommandId): PaletteItem => ({
    target: { kind: "command", id },
    label: t(`command_${id}`),
    keys: keysOfCommand(id),
  });
  return offeredPaletteCommands(may, context).map(itemOf);
}

/**
 * Cases that the server finds for the text once it has settled. Until they are there, those found for an earlier text are
 * shown as far as they match: Enter must not open another case than the text names.
 */
function useMatchingCases(text: string, settled: string) {
  const may = useHasGrant();
  const isWanted = settled.length >= SEARCH_LETTERS_MIN && may("getCases");
  const { data, isFetching, isPlaceholderData, error } = useQuery({ ...casesQuery(settled), enabled: isWanted });
  const found = isWanted ? (data?.cases ?? []) : [];
  const items = found.map(({ id, display_name, natural_id, state, funeral_data, rsa_data }): PaletteItem => {
    const { source_address: source, target_address: target } = funeral_data ?? rsa_data ?? {};
    const route = [...new Set([source?.city, target?.city])].filter(Boolean).join(" – ");
    const hint = [natural_id, route].filter(Boolean).join(" · ");
    return { target: { kind: "case", id }, label: display_name, hint, look: stateStyleOf(state.current) };
  });
  const isOfText = settled === text && !isPlaceholderData;
  return { items: isOfText ? items : bestMatches(items, text), isFetching: isWanted && isFetching, error };
}

const bestMatches = (items: readonly PaletteItem[], typed: string) =>
  bestPaletteMatches(items, ({ label, hint }) => `${label} ${hint ?? ""}`, { typed, atMost: RESULTS_PER_KIND_MAX });

function useMatchingBoardItems(typed: string): PaletteGroup[] {
  const board = useBoard();
  if (!board || typed === "") return [];
  const rideNameOf = (id: string) => {
    const tour = board.tourOfVehicle(id);
    return tour && (tour.name ?? tour.natural_id);
  };
  const platesOf = (ids: readonly string[]) => ids.flatMap((id) => board.vehicles.get(id)?.license_plate ?? []);
  const vehicles = [...board.vehicles.values()].map(
    ({ vehicle_id: id, license_plate, natural_id }): PaletteItem => ({
      target: { kind: "vehicle", id },
      label: license_plate,
      hint: [natural_id, rideNameOf(id)].filter(Boolean).join(" · "),
    }),
  );
  const tours = [...board.tours.values()].map(
    ({ tour_id: id, natural_id, name, vehicle_ids }): PaletteItem => ({
      target: { kind: "tour", id },
      label: name ?? natural_id,
      hint: [...platesOf(vehicle_ids), natural_id].join(" · "),
    }),
  );
  return [
    { name: "vehicles", items: bestMatches(vehicles, typed) },
    { name: "tours", items: bestMatches(tours, typed) },
  ];
}

function useMatchingUsers(typed: string): PaletteItem[] {
  const may = useHasGrant();
  const isWanted = typed.length >= SEARCH_LETTERS_MIN && may("getUsers");
  const { data } = useQuery({ ...usersQuery, enabled: isWanted });
  if (!isWanted) return [];
  const items = (data?.users ?? []).map(
    ({ id, firstname, lastname, email, phone_number, role_associations }): PaletteItem => ({
      target: { kind: "user", id },
      label: `${firstname} ${lastname}`,
      hint: [role_associations[0]?.role_name, phone_number ?? email].filter(Boolean).join(" · "),
    }),
  );
  return bestMatches(items, typed);
}
