import { allOperations } from "./api-document";
import { apiTags } from "./overview-fragment";

/** Data of the reference's menu, see `src/reference/menu.ts`. */
export const buildOperationMenu = () =>
  apiTags.map((tag) => ({
    tag,
    operations: allOperations
      .filter((operation) => operation.tag === tag)
      .map(({ id, method, path, summary }) => ({ id, method, path, title: summary })),
  }));
