import { operations } from "./api-document";
import { tags } from "./overview-fragment";

/** Data of the reference's menu, see `src/reference/menu.ts`. */
export const operationMenu = () =>
  tags.map((tag) => ({
    tag,
    operations: operations
      .filter((operation) => operation.tag === tag)
      .map(({ id, method, path, summary }) => ({ id, method, path, title: summary })),
  }));
