import type { Case } from "@leitstand/contract/cases/case";
import { useTranslations } from "use-intl";
import { type CaseFactGroup, factGroupsOfCase } from "./case-facts.ts";
import { keyedAddressesOfCase, addressLines, type KeyedCaseAddress } from "./case-places.ts";
import { FactList, FactTable, FactRow, PhoneLink, TagRow } from "../facts.tsx";
import { useTimeframeText } from "./use-timeframe-text.ts";
import styles from "./case-data.module.css";
import common from "../inspector.module.css";
import { InspectorSection } from "../section.tsx";

/** All data of a case, in groups; addresses first, as everything else refers to them. */
export function CaseDataSection({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const addresses = keyedAddressesOfCase(dispatchCase);
  const groups = factGroupsOfCase(dispatchCase);
  return (
    <>
      {addresses.length > 0 && (
        <InspectorSection name="addresses" title={t("group.addresses")} count={addresses.length}>
          {addresses.map((named) => (
            <AddressCard key={named.key} named={named} />
          ))}
        </InspectorSection>
      )}
      <FactGroups groups={groups} dispatchCase={dispatchCase} />
    </>
  );
}

function FactGroups({ groups, dispatchCase }: { groups: readonly CaseFactGroup[]; dispatchCase: Case }) {
  const t = useTranslations("inspector");
  return (
    <>
      {groups.map((group) => (
        <InspectorSection
          key={group.key}
          name={group.key}
          title={t(`group.${group.key}`)}
          isOpen={group.key !== "paperwork"}
        >
          <FactList group={group.key} facts={group.facts} />
          {group.key === "repair" && <RepairParts dispatchCase={dispatchCase} />}
        </InspectorSection>
      ))}
      <BelongingsFacts dispatchCase={dispatchCase} />
      <AdditionalPersons dispatchCase={dispatchCase} />
    </>
  );
}

function AddressCard({ named: { key, address } }: { named: KeyedCaseAddress }) {
  const t = useTranslations("inspector");
  const timeframe = useTimeframeText()(address.timeframe ?? {});
  const flags = (["elevator", "public_place", "home", "elderly_home", "cold_storage"] as const).filter(
    (flag) => address[flag] === true,
  );
  return (
    <address className={styles["address"]}>
      <span className={styles["address-role"]}>{t(`address.${key}`)}</span>
      {address.name && <strong>{address.name}</strong>}
      {addressLines(address).map((line) => (
        <span key={line}>{line}</span>
      ))}
      {timeframe && <span className={common["sub"]}>{timeframe}</span>}
      {(address.contact_name || address.phone_number) && (
        <span>
          {address.contact_name} {address.phone_number && <PhoneLink number={address.phone_number} />}
        </span>
      )}
      {address.notes && <span className={common["long"]}>{address.notes}</span>}
      {flags.length > 0 && (
        <span className={styles["flags"]}>
          <TagRow names={flags.map((flag) => t(`place_flag.${flag}`))} />
        </span>
      )}
    </address>
  );
}

const belongingNames = ["watch", "ring", "necklace", "jewelery", "money"] as const;

/** Valuables, each with where it stayed: families ask about them years later. */
function BelongingsFacts({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const belongings = dispatchCase.funeral_data?.cargo_deceased?.belongings;
  if (!belongings) return null;
  const known = belongingNames.filter((thing) => belongings[thing]);
  const { location, description, confirmation } = belongings;
  if (known.length === 0 && !location && !description && (confirmation ?? null) === null) return null;
  return (
    <InspectorSection name="belongings" title={t("group.belongings")}>
      <FactTable>
        {known.map((thing) => (
          <FactRow key={thing} label={t(`belonging.${thing}`)}>
            {t(`choice.${belongings[thing]}`)}
          </FactRow>
        ))}
        {location && <FactRow label={t("belonging.location")}>{location}</FactRow>}
        {description && <FactRow label={t("belonging.description")}>{description}</FactRow>}
        {(confirmation ?? null) !== null && (
          <FactRow label={t("belonging.confirmation")}>{t(confirmation ? "yes" : "no")}</FactRow>
        )}
      </FactTable>
    </InspectorSection>
  );
}

function AdditionalPersons({ dispatchCase }: { dispatchCase: Case }) {
  const t = useTranslations("inspector");
  const persons = dispatchCase.rsa_data?.additional_persons ?? [];
  if (persons.length === 0) return null;
  return (
    <InspectorSection name="persons" title={t("group.persons")} count={persons.length}>
      <ul className={common["list"]}>
        {persons.map((person) => (
          <li key={JSON.stringify(person)}>
            {[person.first_name, person.last_name].filter(Boolean).join(" ")}{" "}
            <span className={common["meta"]}>{person.relation}</span>{" "}
            {person.phone_number && <PhoneLink number={person.phone_number} />}
            {person.notes && <span className={common["sub"]}>{person.notes}</span>}
          </li>
        ))}
      </ul>
    </InspectorSection>
  );
}

function RepairParts({ dispatchCase }: { dispatchCase: Case }) {
  const parts = dispatchCase.rsa_data?.vehicle_repair?.parts ?? [];
  if (parts.length === 0) return null;
  return (
    <ul className={common["list"]}>
      {parts.map(({ number, description, quantity }) => (
        <li key={`${number} ${description}`}>
          {quantity ?? 1} × {description} <span className={common["mono"]}>{number}</span>
        </li>
      ))}
    </ul>
  );
}
