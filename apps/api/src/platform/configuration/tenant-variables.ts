import { parseAllowedHosts } from "../egress/allowed-hosts";
import type { SealingKey } from "../process/sealing";
import { defineConfigVariable, parseWholeNumber } from "./config-variable";

/** Variables for secrets and addresses that tenants bring. */
export const sealingAndEgressVariables = {
  sealingKeys: defineConfigVariable({
    name: "SEALING_KEY",
    fallback: "generated and kept in DATA_DIR",
    expected: "NUMBER:SECRET, or several separated by commas; numbers from 1 to 255, secrets of at least 32 characters",
    meaning:
      "Seals the secrets of tenants that the server has to know again, such as those it signs webhooks with; the same on all " +
      "nodes. The first one seals, all of them open: to change it, put a new one with another number in front, and keep the " +
      "former one for as long as webhooks, connectors or handover links of its time are in use, and for 24 hours at least",
    isSecret: true,
    parse: readSealingKeys,
  }),
  egressAllow: defineConfigVariable({
    name: "EGRESS_ALLOW",
    fallback: "none",
    expected:
      "hosts separated by commas, each with or without a port, such as hooks.example.internal or localhost:9000",
    meaning:
      "Hosts that tenants may name though they are not on the Internet, or speak plain http, or on another port than 443 and " +
      "8443; for receivers in one's own network, trials and tests",
    parse: parseAllowedHosts,
  }),
};

function readSealingKeys(text: string): SealingKey[] | undefined {
  const keys = text.split(",").map((item) => {
    const [, digits = "", secret = ""] = /^(\d{1,3}):(\S{32,})$/.exec(item.trim()) ?? [];
    const number = parseWholeNumber(digits, 1, 255);
    return number === undefined ? undefined : { number, secret };
  });
  const isEachOnce = new Set(keys.map((key) => key?.number)).size === keys.length;
  return isEachOnce && keys.every((key) => key !== undefined) ? keys : undefined;
}
