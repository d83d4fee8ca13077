import generated from "@site/generated/operation-menu.json";
import { withoutBaseUrl } from "../search/words";

export interface OperationMenuEntry {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly title: string;
}
interface MenuGroup {
  readonly tag: string;
  readonly operations: readonly OperationMenuEntry[];
}

/** All operations by tag, with only the data that the menu of the reference needs. */
export const operationMenuGroups = generated as readonly MenuGroup[];

const entriesById = new Map(
  operationMenuGroups.flatMap(({ tag, operations }) => operations.map((entry) => [entry.id, { ...entry, tag }])),
);
export const operationMenuEntryOf = (id: string) => entriesById.get(id);

/** Finds operations whose title, path or name contains all words. */
export function searchOperationMenu(wanted: string): readonly OperationMenuEntry[] {
  const words = withoutBaseUrl(wanted).toLowerCase().split(/\s+/).filter(Boolean);
  const isMeant = ({ id, method, path, title }: OperationMenuEntry) => {
    const text = `${title} ${method} ${path} ${id}`.toLowerCase();
    return words.every((word) => text.includes(word));
  };
  return operationMenuGroups.flatMap(({ operations }) => operations.filter(isMeant));
}
