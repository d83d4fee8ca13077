import type { Case } from "@leitstand/contract/cases/case";
import type { DashboardAnswer } from "@leitstand/contract/board/dashboard";

/** Case as the dashboard lists it. */
export type CaseSummary = DashboardAnswer["cases"][number];
export type CaseLink = CaseSummary["tour_case_states"][number];

/** Case as far as answers and events have brought it. */
export interface KnownCase extends CaseSummary {
  readonly finalized: boolean;
  /** Version up to which its times and places are known: events tell of newer ones without them. */
  readonly facts_version: number;
  /** Whether its links are known: pages of a list leave `tour_case_states` out. */
  readonly has_links: boolean;
  /** Additional data of a card; undefined while only the dashboard has listed the case. */
  readonly card?: CaseCardFields | undefined;
}

export interface CaseCardFields {
  /** Kind of transport, or the service. */
  readonly kind: string | null;
  readonly source: string | null;
  readonly target: string | null;
  readonly is_infectious: boolean;
  /** Whether the deceased lies in a place without cold storage. */
  readonly lacks_cold_storage: boolean;
  readonly seats_required: number;
  readonly priority: number | null;
  readonly required_skill_ids: readonly string[];
}

type OptionalCaseField = "facts_version" | "tour_case_states" | "last_assigned_tour_id" | "has_links" | "card";
/** Case from one answer: fields that the answer leaves out keep their known value. */
export type CaseDataFromAnswer = Omit<KnownCase, OptionalCaseField> & Partial<Pick<KnownCase, OptionalCaseField>>;

/** Reads a case of the dashboard, which lists no closed cases. */
export const caseDataFromSummary = (summary: CaseSummary): CaseDataFromAnswer => ({
  ...summary,
  finalized: false,
  has_links: true,
});

type PlaceAddress = NonNullable<NonNullable<Case["funeral_data"] | Case["rsa_data"]>["source_address"]>;
type OptionalAddress = PlaceAddress | null | undefined;

/** Reads a whole case from an answer; without associations it does not contain the tours. */
export function caseDataFromCaseAnswer(dispatchCase: Case): CaseDataFromAnswer {
  const { funeral_data, rsa_data } = dispatchCase;
  const { source_address, target_address } = funeral_data ?? rsa_data ?? {};
  return {
    case_id: dispatchCase.id,
    natural_id: dispatchCase.natural_id,
    display_name: dispatchCase.display_name,
    external_id: dispatchCase.external_id,
    branch_id: dispatchCase.branch_id,
    data_type: dispatchCase.data_type,
    state: dispatchCase.state.current,
    approved: dispatchCase.approved,
    finalized: dispatchCase.finalized,
    lock_version: dispatchCase.lock_version,
    service_key: rsa_data?.service?.key ?? null,
    not_before: dispatchCase.not_before,
    due_at: dispatchCase.due_at,
    postponed_until: dispatchCase.postponed_until,
    created_at: dispatchCase.created_at,
    updated_at: dispatchCase.updated_at,
    ...sourceFields(source_address),
    ...targetFields(target_address),
    ...linkFields(dispatchCase),
    card: {
      ...routeText(source_address, target_address),
      ...(rsa_data ? roadsideCard(rsa_data) : funeralCard(funeral_data)),
      required_skill_ids: dispatchCase.required_skill_ids,
    },
  };
}

const sourceFields = (source: OptionalAddress) => ({
  source_zip: source?.zip_code ?? null,
  source_city: source?.city ?? null,
  source_lat: source?.lat ?? null,
  source_lon: source?.lon ?? null,
});
const targetFields = (target: OptionalAddress) => ({
  target_zip: target?.zip_code ?? null,
  target_city: target?.city ?? null,
});

const linkFields = ({ tour_case_states: links, last_assigned_tour }: Case) =>
  links && {
    has_links: true,
    tour_case_states: links.map(({ tour_id, state, bucket }) => ({ tour_id, state, bucket })),
    last_assigned_tour_id: last_assigned_tour?.id ?? null,
  };

const funeralCard = (data: Case["funeral_data"]) => ({
  kind: data?.transport_type ?? null,
  is_infectious: data?.cargo_deceased?.infectious === true,
  lacks_cold_storage: data?.cargo_type === "PERSON" && data.source_address?.cold_storage === false,
  seats_required: 0,
  priority: null,
});
const roadsideCard = ({ service, seats_required }: NonNullable<Case["rsa_data"]>) => ({
  kind: service?.name ?? service?.key ?? null,
  is_infectious: false,
  lacks_cold_storage: false,
  seats_required: seats_required ?? 0,
  priority: service?.priority ?? null,
});

function routeText(source: OptionalAddress, target: OptionalAddress) {
  // Within one city its name says nothing: the houses are named instead.
  const isWithinCity = isNonEmptyText(source?.city) && source.city === target?.city;
  return { source: placeText(source, isWithinCity), target: placeText(target, isWithinCity) };
}
const isNonEmptyText = (part: string | null | undefined): part is string =>
  part !== undefined && part !== null && part !== "";
const placeText = (place: OptionalAddress, isWithinCity: boolean): string | null => {
  const { city, name, zip_code } = place ?? {};
  return (isWithinCity ? [name, city, zip_code] : [city, name, zip_code]).find(isNonEmptyText) ?? null;
};

/** Whether no tour works on the case. */
export const isWithoutTour = ({ tour_case_states }: CaseSummary) =>
  !tour_case_states.some(({ bucket }) => bucket === "open");
export const isOverdue = ({ due_at }: CaseSummary, now: number) => due_at !== null && Date.parse(due_at) < now;
