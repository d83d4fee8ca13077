import type { Case } from "@leitstand/contract/cases/case";
import type { CaseActionPayload } from "@leitstand/contract/cases/case-action-input";

/** The case with data that a step carried along; as on the server, it stays when the step is undone. */
export function caseWithActionPayload(shown: Case, payload: CaseActionPayload | undefined): Case {
  if (payload === undefined) return shown;
  return shown.data_type === "FUNERAL" ? withConfirmedTransport(shown, payload) : withFindings(shown, payload);
}

function withConfirmedTransport(
  shown: Case,
  { identity_confirmed, belongings, belongings_confirmed }: CaseActionPayload,
): Case {
  const { funeral_data } = shown;
  const deceased = funeral_data?.cargo_deceased;
  if (!funeral_data || !deceased) return shown;
  const isRecorded = belongings !== undefined || belongings_confirmed === true;
  const cargo_deceased = {
    ...deceased,
    ...(identity_confirmed === true && { identity_confirmed }),
    ...(isRecorded && { belongings: { ...deceased.belongings, ...belongings, confirmation: true } }),
  };
  return { ...shown, funeral_data: { ...funeral_data, cargo_deceased } };
}

function withFindings(shown: Case, { findings, destination }: CaseActionPayload): Case {
  const { rsa_data } = shown;
  if (!rsa_data) return shown;
  const { damage, vehicle_data, vehicle_detail } = findings ?? {};
  return {
    ...shown,
    rsa_data: {
      ...rsa_data,
      ...(damage && { damage: { ...rsa_data.damage, ...damage } }),
      ...(vehicle_data && { vehicle_data: { ...rsa_data.vehicle_data, ...vehicle_data } }),
      ...(vehicle_detail && { vehicle_detail: { ...rsa_data.vehicle_detail, ...vehicle_detail } }),
      ...(destination && { target_address: destination }),
    },
  };
}
