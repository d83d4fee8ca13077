/**
 * Lists and defaults of the form. Without the grant for a list it stays empty, and the dispatcher can still take a
 * call.
 */
import { queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { api } from "#shared/api/api.ts";
import { caseQuery } from "#live/store.ts";
import { signedInUserQuery } from "#shared/api/me.ts";
import type { AddressBook } from "./address/stored-addresses.ts";
import { branchesQuery, skillsQuery } from "#shared/api/queries.ts";

const FORM_LISTS_CACHE_MS = 300_000;
const RECENT_CASES_SIZE = 200;

const recentCasesQuery = queryOptions({
  queryKey: ["case-form", "recent"],
  queryFn: async () =>
    (await api.getCases({ size: RECENT_CASES_SIZE, sort: ["created_at,desc"], include_associations: false })).cases,
  staleTime: FORM_LISTS_CACHE_MS,
});
const brandsQuery = queryOptions({
  queryKey: ["case-form", "brands"],
  queryFn: () => api.getBrands(),
  staleTime: FORM_LISTS_CACHE_MS,
});
const vehicleTypesQuery = queryOptions({
  queryKey: ["case-form", "vehicle_types"],
  queryFn: () => api.getVehicleTypes(),
  staleTime: FORM_LISTS_CACHE_MS,
});

const storedAddressesQuery = queryOptions({
  queryKey: ["case-form", "stored_addresses"],
  queryFn: () => api.getAddresses({}),
  staleTime: FORM_LISTS_CACHE_MS,
});
const addressTypesQuery = queryOptions({
  queryKey: ["case-form", "address_types"],
  queryFn: () => api.getAddressTypes(),
  staleTime: FORM_LISTS_CACHE_MS,
});

/** The company's address book; an open form does not wait for it. */
export function useAddressBook(): AddressBook {
  const { data: addresses = EMPTY_LIST } = useQuery(storedAddressesQuery);
  const { data: types = EMPTY_LIST } = useQuery(addressTypesQuery);
  return useMemo(() => ({ addresses, types }), [addresses, types]);
}
const EMPTY_LIST: [] = [];

/** All lists around a form; `isPending` until each list has come or failed. */
export function useCaseFormLists() {
  const [me, recent, branches, brands, skills, vehicle_types] = useQueries({
    queries: [signedInUserQuery, recentCasesQuery, branchesQuery, brandsQuery, skillsQuery, vehicleTypesQuery],
  });
  const all = [me, recent, branches, brands, skills, vehicle_types];
  return {
    isPending: all.some(({ isPending }) => isPending),
    me: me.data,
    recent: recent.data ?? [],
    branches: (branches.data ?? []).filter(({ active }) => active),
    references: {
      branches: branches.data ?? [],
      brands: brands.data ?? [],
      skills: skills.data ?? [],
      vehicle_types: vehicle_types.data ?? [],
    },
  };
}

/** The case that is edited, fetched when the form opens, so that the edit begins with the current state. */
export function useEditedCase(id: string) {
  return useQuery({ ...caseQuery(id), enabled: id !== "new", staleTime: 0, refetchOnMount: "always" });
}
