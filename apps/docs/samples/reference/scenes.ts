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

/** All that the sample of an operation reads in its environment. */
export async function setScene(stage: Stage, operation: Operation): Promise<Variables> {
  const company = stage.companies[companyOf(operation)];
  const caller = callerOf(operation);
  const token = caller === "phone" ? (await sceneNamed("phone")(company, stage))["TOKEN"] : company[caller].token;
  const variables: Variables = { TENANT_KEY: company.tenantKey, TOKEN: token ?? "" };
  return { ...variables, ...(await madeFor(operation, company, stage)) };
}

/** The scene that is named for it, and for variables that are still missing those that bear their names. */
async function madeFor(operation: Operation, company: Company, stage: Stage): Promise<Variables> {
  const { scene } = draftOf(operation.id);
  let made = scene === undefined ? {} : await sceneNamed(scene)(company, stage);
  // The version is that of the thing in the path, which stands first and so is made last.
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
