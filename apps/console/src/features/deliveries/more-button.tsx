import { Button } from "@mantine/core";
import type { UseInfiniteQueryResult } from "@tanstack/react-query";
import { useTranslations } from "use-intl";

interface MoreButtonProps {
  readonly query: Pick<UseInfiniteQueryResult, "hasNextPage" | "isFetchingNextPage" | "fetchNextPage">;
}

/** Button below a list that fetches its next page; hidden once all pages are there. */
export function LoadMoreButton({ query }: MoreButtonProps) {
  const t = useTranslations("deliveries");
  if (!query.hasNextPage) return null;
  return (
    <Button
      variant="default"
      size="compact-sm"
      m={16}
      loading={query.isFetchingNextPage}
      onClick={() => void query.fetchNextPage()}
    >
      {t("more")}
    </Button>
  );
}
