import type { Operation } from "@leitstand/contract/operation/operation";
import { requestOfOperation } from "../../steps/reference";
import { draftOfOperation } from "./drafts";
import type { PrepareScene } from "./scene";
import { scenesOfDispatch } from "./scenes-of-dispatch";
import { scenesOfFleet } from "./scenes-of-fleet";
import { scenesOfPeople } from "./scenes-of-people";
import type { StageCompany, ReferenceStage, SampleVariables } from "./stage";
import { callerOfOperation, companyOfOperation } from "./who";

const scenesByName: Readonly<Record<string, PrepareScene>> = {
  ...scenesOfDispatch,
  ...scenesOfFleet,
  ...scenesOfPeople,
};

/** All environment variables of an operation's sample. */
export async function setScene(stage: ReferenceStage, operation: Operation): Promise<SampleVariables> {
  const company = stage.companies[companyOfOperation(operation)];
  const caller = callerOfOperation(operation);
  const token = caller === "phone" ? (await sceneNamed("phone")(company, stage))["TOKEN"] : company[caller].token;
  const variables: SampleVariables = { TENANT_KEY: company.tenantKey, TOKEN: token ?? "" };
  return { ...variables, ...(await sceneNameFor(operation, company, stage)) };
}

/** Variables of the operation's own scene, and for those still missing, of the scenes that are named like them. */
async function sceneNameFor(
  operation: Operation,
  company: StageCompany,
  stage: ReferenceStage,
): Promise<SampleVariables> {
  const { scene } = draftOfOperation(operation.id);
  let made = scene === undefined ? {} : await sceneNamed(scene)(company, stage);
  // The version belongs to the object in the path, whose variable is first and is therefore made last.
  const wanted = requestOfOperation(operation).variables.map(({ name }) => name);
  for (const name of [...wanted]
    .reverse()
    .filter((name) => name !== "LOCK_VERSION" && scenesByName[name] !== undefined))
    if (made[name as keyof typeof made] === undefined) made = { ...made, ...(await sceneNamed(name)(company, stage)) };
  const missing = wanted.filter((name) => !(name in made));
  if (missing.length > 0) throw new Error(`Nothing makes ${missing.join(", ")}`);
  return made;
}

function sceneNamed(name: string): PrepareScene {
  const scene = scenesByName[name];
  if (scene === undefined) throw new Error(`There is no scene ${name}`);
  return scene;
}
