/** Plays what a partner reports about a case, step by step, and checks which fields stay under our control. */
import { roadsideStates } from "@leitstand/contract/cases/case-transitions";
import fc from "fast-check";
import { expect } from "vitest";
import { caseIndexColumnsOf } from "./case-columns";
import {
  compareCaseWithPartnerData,
  type PartnerData,
  partnerReportableFields,
  type SentPartnerData,
  type CaseWithEditableData,
  applyPartnerDataToCase,
} from "./partner-data";

export const partnerCase: CaseWithEditableData = {
  id: "c",
  data_type: "ROADSIDE",
  state: "open",
  finalized: false,
  approved: true,
  branch_id: "ours",
  brand_id: "ours",
  parent_id: "ours",
  external_id: "ours",
  display_name: "ours",
  description: "ours",
  contact: { name: "ours" },
  finish_reason: "ours",
  not_before: null,
  due_at: null,
  required_skill_ids: ["ours"],
  funeral_data: null,
  rsa_data: {
    service: { key: "PH_Standard" },
    handover: { received_by: "ours" },
    outcome: "SUCCESS",
    needs_backoffice: true,
    vehicle_data: { mileage_km: 1 },
    vehicle_detail: { loaded: true },
    vehicle_repair: { code: "ours" },
    seats_required: 3,
    status: "open",
  },
  lock_version: 4,
  created_by: null,
  open_links_accepted: [],
};

const arbitraryAddress = fc.record({
  city: fc.constantFrom("Graz", "Wien"),
  zip_code: fc.constantFrom("8010", "1010"),
});
const arbitraryTime = fc.constantFrom("2026-12-01T08:00:00+00:00", "2026-12-02T08:00:00+00:00");
const arbitraryOrNull = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null });
const arbitraryPartnerData: fc.Arbitrary<PartnerData> = fc.record(
  {
    service: arbitraryOrNull(fc.constantFrom({ key: "PH_Standard" }, { key: "AB_Schlepp" })),
    customer: arbitraryOrNull(fc.constantFrom({ last_name: "Gruber" }, { last_name: "Huber" })),
    member: arbitraryOrNull(fc.constant({ number: "7" })),
    vehicle: arbitraryOrNull(fc.constantFrom({ license_plate: "G 1" }, { license_plate: "W 2" })),
    damage: arbitraryOrNull(fc.constant({ code: "12" })),
    insurance: arbitraryOrNull(fc.constant({ company: "V" })),
    arc: arbitraryOrNull(fc.constant({ reference: "A" })),
    trailer: arbitraryOrNull(fc.constant({ type: "Wohnwagen" })),
    additional_persons: arbitraryOrNull(fc.constant([{ first_name: "Eva" }])),
    source_address: arbitraryOrNull(arbitraryAddress),
    target_address: arbitraryOrNull(arbitraryAddress),
    not_before: arbitraryOrNull(arbitraryTime),
    due_at: arbitraryOrNull(arbitraryTime),
  },
  { requiredKeys: [] },
);
const arbitraryPartnerStep = fc.record({
  data: arbitraryPartnerData,
  state: fc.constantFrom(...roadsideStates),
  accepted: fc.boolean(),
});

/** Case after the partner's report, as an edit writes it. */
export function mergePartnerData(
  dispatchCase: CaseWithEditableData,
  data: PartnerData,
  sentBefore: SentPartnerData | null = null,
): CaseWithEditableData {
  const request = { data, sentBefore };
  const { changed } = compareCaseWithPartnerData(dispatchCase, request);
  if (changed.length === 0) return dispatchCase;
  const edit = applyPartnerDataToCase(dispatchCase, request, changed);
  const { not_before, due_at, display_name } = caseIndexColumnsOf(edit);
  return { ...dispatchCase, ...edit, not_before, due_at, display_name };
}

const partnerOwnedFields: ReadonlySet<string> = new Set(partnerReportableFields);
const ourFieldsOf = ({ rsa_data, not_before: _from, due_at: _to, ...rest }: CaseWithEditableData) => ({
  ...rest,
  rsa_data: Object.fromEntries(Object.entries(rsa_data ?? {}).filter(([name]) => !partnerOwnedFields.has(name))),
});
/** Fields that the partner could no longer change before: the plan on the spot, the service once it was accepted. */
const frozenFieldsOf = (
  { state, open_links_accepted }: CaseWithEditableData,
  { rsa_data, not_before, due_at }: CaseWithEditableData,
) => ({
  plan: statesBeforeArrival.has(state) ? [] : [rsa_data?.source_address, rsa_data?.target_address, not_before, due_at],
  service: statesBeforeArrival.has(state) && !open_links_accepted.includes(true) ? undefined : rsa_data?.service,
});
const statesBeforeArrival = new Set(["create", "open", "reserved", "alarmed", "onTheWay"]);

/** Checks that a number of random sequences change neither our own fields nor those that came too late. */
export const assertPartnerChangesOnlyOwnFields = (seed: number, sequences: number) =>
  fc.assert(
    fc.property(fc.array(arbitraryPartnerStep, { minLength: 1, maxLength: 8 }), (steps) => {
      let dispatchCase = partnerCase;
      let sentBefore: SentPartnerData | null = null;
      for (const { data: said, state, accepted } of steps) {
        const before = { ...dispatchCase, state, open_links_accepted: accepted ? [true] : [] };
        const after = mergePartnerData(before, said, sentBefore);
        sentBefore = compareCaseWithPartnerData(before, { data: said, sentBefore }).sent;
        expect(ourFieldsOf(after)).toEqual(ourFieldsOf(before));
        expect(frozenFieldsOf(before, after)).toEqual(frozenFieldsOf(before, before));
        dispatchCase = after;
      }
    }),
    { seed, numRuns: sequences },
  );
