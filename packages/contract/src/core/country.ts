import { Type } from "typebox";

/** The officially assigned codes of ISO 3166-1 alpha-2, and XK, which stands for Kosovo outside of ISO. */
export const countryCodes: readonly string[] = (
  "AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ " +
  "CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR " +
  "GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP " +
  "KE KG KH KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU " +
  "MV MW MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW " +
  "SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ " +
  "UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS XK YE YT ZA ZM ZW"
).split(" ");

const knownCountryCodes: ReadonlySet<string> = new Set(countryCodes);
export const isCountryCode = (text: string): boolean => knownCountryCodes.has(text);

/**
 * Country of a request, which has to be one of the list. Answers may carry another code: values stored before the list
 * was checked are shown as they are, and that is why this is no `enum`.
 */
export const Country = Type.String({
  $id: "Country",
  pattern: "^[A-Z]{2}$",
  description:
    "ISO 3166-1 alpha-2, or `XK` for Kosovo. In requests another code is refused with `VALIDATION_FAILED`; answers tell " +
    "what was stored before that was so.",
  examples: ["AT"],
  "x-extensible-enum": countryCodes,
});
