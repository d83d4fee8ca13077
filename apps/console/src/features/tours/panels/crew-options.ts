import { queryOptions, useQuery } from "@tanstack/react-query";
import { readAllPages } from "#shared/api/all-pages.ts";
import { api } from "#shared/api/api.ts";
import { useHasGrant } from "#shared/api/me.ts";
import { branchesQuery } from "#shared/api/queries.ts";

const OPTIONS_PAGE_SIZE = 1_000;

const usersQuery = queryOptions({
  queryKey: ["users", "active"],
  queryFn: ({ signal }) =>
    readAllPages(async (page) => {
      const sort = ["lastname,asc", "firstname,asc"];
      const { meta, users } = await api.getUsers({ page, size: OPTIONS_PAGE_SIZE, active: true, sort }, { signal });
      return { meta, rows: users };
    }),
});
const vehiclesQuery = queryOptions({
  queryKey: ["vehicles", "active"],
  queryFn: ({ signal }) =>
    readAllPages(async (page) => {
      const { meta, vehicles } = await api.getVehicles({ page, size: OPTIONS_PAGE_SIZE }, { signal });
      return { meta, rows: vehicles };
    }),
});
const devicesQuery = queryOptions({ queryKey: ["devices"], queryFn: () => api.getDevices() });

export interface CrewOption {
  readonly value: string;
  readonly label: string;
}

/** People, vehicles and devices that a shift can be planned with, as far as the user may see them. */
export function useCrewOptions() {
  const can = useHasGrant();
  const { data: branches } = useQuery({ ...branchesQuery, enabled: can("getBranches") });
  const { data: users } = useQuery({ ...usersQuery, enabled: can("getUsers") });
  const { data: vehicles } = useQuery({ ...vehiclesQuery, enabled: can("getVehicles") });
  const { data: devices } = useQuery({ ...devicesQuery, enabled: can("getDevices") });
  return {
    branches: (branches ?? [])
      .filter(({ active }) => active)
      .map(({ id, name }): CrewOption => ({ value: id, label: name })),
    users: (users ?? []).map(
      ({ id, firstname, lastname }): CrewOption => ({ value: id, label: `${lastname} ${firstname}` }),
    ),
    vehicles: (vehicles ?? []).map(
      ({ id, license_plate, description }): CrewOption => ({ value: id, label: `${license_plate} · ${description}` }),
    ),
    devices: (devices ?? [])
      .filter(({ disabled }) => !disabled)
      .map(({ id, name, natural_id }): CrewOption => ({ value: id, label: name ?? natural_id })),
  };
}
