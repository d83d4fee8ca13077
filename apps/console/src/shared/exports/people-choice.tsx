import { MultiSelect } from "@mantine/core";
import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslations } from "use-intl";
import { readAllPages } from "#shared/api/all-pages.ts";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";

const PEOPLE_PAGE_SIZE = 1_000;
const PEOPLE_SHOWN_MAX = 100;
/** Maximum number of people that can be chosen, as on the server. */
const PEOPLE_CHOSEN_MAX = 1_000;

/** All people that the user may see, including those who have left: they worked in earlier months. */
const peopleQuery = queryOptions({
  queryKey: ["users", "all"],
  queryFn: ({ signal }) =>
    readAllPages(async (page) => {
      const sort = ["lastname,asc", "firstname,asc"];
      const { meta, users } = await api.getUsers({ page, size: PEOPLE_PAGE_SIZE, sort }, { signal });
      return { meta, rows: users };
    }),
});

interface ChoiceProps {
  /** Ids of the chosen people; empty for all. */
  readonly value: string[];
  readonly onChange: (ids: string[]) => void;
}

export function PeopleMultiSelect({ value, onChange }: ChoiceProps) {
  const t = useTranslations("exports");
  const enabled = useHasGrant()("getUsers");
  const { data: people = [] } = useQuery({ ...peopleQuery, enabled });
  if (people.length < 2) return null;
  return (
    <MultiSelect
      label={t("people")}
      placeholder={value.length === 0 ? t("all_people") : ""}
      value={value}
      onChange={onChange}
      data={people.map(({ id, firstname, lastname }) => ({ value: id, label: `${lastname} ${firstname}` }))}
      searchable
      hidePickedOptions
      clearable
      clearButtonProps={{ "aria-label": t("all_people_again") }}
      nothingFoundMessage={t("no_person")}
      limit={PEOPLE_SHOWN_MAX}
      maxValues={PEOPLE_CHOSEN_MAX}
    />
  );
}
