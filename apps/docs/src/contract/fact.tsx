import generated from "@site/generated/facts.json";
import type { ContractNumberName } from "./contract-facts";

const contractFacts = generated as Readonly<Record<ContractNumberName, string>>;

/** A number of the contract within a sentence. */
export function Fact({ of }: { readonly of: ContractNumberName }) {
  const fact = contractFacts[of];
  if (fact === undefined) throw new Error(`The contract has no fact ${of}.`);
  return fact;
}
