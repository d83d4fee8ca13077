import { operations } from "./api-document";
import { tags } from "./overview-fragment";

/** What the left side of the reference is made of, see `src/reference/menu.ts`. */
export const operationMenu = () =>
  tags.map((tag) => ({
    tag,
    operations: operations
      .filter((operation) => operation.tag === tag)
      .map(({ id, method, path, summary }) => ({ id, method, path, title: summary })),
  }));
