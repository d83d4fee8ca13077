import type { Operation } from "@leitstand/contract/operation/operation";
import { requestOf } from "../../steps/reference";
import { draftOf } from "./drafts";
import type { Scene } from "./scene";
import { scenesOfDispatch } from "./scenes-of-dispatch";
import { scenesOfFleet } from "./scenes-of-fleet";
import { scenesOfPeople } from "./scenes-of-people";
import type { Company, Stage, Variables } from "./stage";
import { callerOf, companyOf } from "./who";

const scenes: Readonly<Record<string, Scene>> = { ...scenesOfDispatch, ...scenesOfFleet, ...scenesOfPeople };

/** All environment variables of an operation's sample. */
export async function setScene(stage: Stage, operation: Operation): Promise<Variables> {
  const company = stage.companies[companyOf(operation)];
  const caller = callerOf(operation);
  const token = caller === "phone" ? (await sceneNamed("phone")(company, stage))["TOKEN"] : company[caller].token;
  const variables: Variables = { TENANT_KEY: company.tenantKey, TOKEN: token ?? "" };
  return { ...variables, ...(await madeFor(operation, company, stage)) };
}

/** Variables of the operation's own scene, and for those still missing, of the scenes that are named like them. */
async function madeFor(operation: Operation, company: Company, stage: Stage): Promise<Variables> {
  const { scene } = draftOf(operation.id);
  let made = scene === undefined ? {} : await sceneNamed(scene)(company, stage);
  // The version belongs to the object in the path, whose variable is first and is therefore made last.
  const wanted = requestOf(operation).variables.map(({ name }) => name);
  for (const name of [...wanted].reverse().filter((name) => name !== "LOCK_VERSION" && scenes[name] !== undefined))
    if (made[name as keyof typeof made] === undefined) made = { ...made, ...(await sceneNamed(name)(company, stage)) };
  const missing = wanted.filter((name) => !(name in made));
  if (missing.length > 0) throw new Error(`Nothing makes ${missing.join(", ")}`);
  return made;
}

function sceneNamed(name: string): Scene {
  const scene = scenes[name];
  if (scene === undefined) throw new Error(`There is no scene ${name}`);
  return scene;
}
