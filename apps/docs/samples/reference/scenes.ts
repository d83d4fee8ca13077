import type { Operation } from "@leitstand/contract/operation/operation";
import { exampleRequestOfOperation } from "../../steps/reference";
import { sampleOverridesOfOperation } from "./drafts";
import type { SampleSceneSetup } from "./scene";
import { dispatchSceneSetups } from "./scenes-of-dispatch";
import { fleetSceneSetups } from "./scenes-of-fleet";
import { peopleSceneSetups } from "./scenes-of-people";
import type { DemonstrationCompany, OperationSampleRunContext, SampleVariables } from "./stage";
import { sampleCallerOfOperation, sampleCompanyOfOperation } from "./who";

const scenesByName: Readonly<Record<string, SampleSceneSetup>> = {
  ...dispatchSceneSetups,
  ...fleetSceneSetups,
  ...peopleSceneSetups,
};

/** All environment variables of an operation's sample. */
export async function prepareSampleVariables(
  stage: OperationSampleRunContext,
  operation: Operation,
): Promise<SampleVariables> {
  await stage.keepIdentityProven();
  const company = stage.companies[sampleCompanyOfOperation(operation)];
  const caller = sampleCallerOfOperation(operation);
  const token = caller === "phone" ? (await sceneNamed("phone")(company, stage))["TOKEN"] : company[caller].token;
  const variables: SampleVariables = { TENANT_KEY: company.tenantKey, TOKEN: token ?? "" };
  return { ...variables, ...(await sceneNameFor(operation, company, stage)) };
}

/** Variables of the operation's own scene, and for those still missing, of the scenes that are named like them. */
async function sceneNameFor(
  operation: Operation,
  company: DemonstrationCompany,
  stage: OperationSampleRunContext,
): Promise<SampleVariables> {
  const { scene } = sampleOverridesOfOperation(operation.id);
  let made = scene === undefined ? {} : await sceneNamed(scene)(company, stage);
  // The version belongs to the object in the path, whose variable is first and is therefore made last.
  const wanted = exampleRequestOfOperation(operation).variables.map(({ name }) => name);
  for (const name of [...wanted]
    .reverse()
    .filter((name) => name !== "LOCK_VERSION" && scenesByName[name] !== undefined))
    if (made[name as keyof typeof made] === undefined) made = { ...made, ...(await sceneNamed(name)(company, stage)) };
  const missing = wanted.filter((name) => !(name in made));
  if (missing.length > 0) throw new Error(`Nothing makes ${missing.join(", ")}`);
  return made;
}

function sceneNamed(name: string): SampleSceneSetup {
  const scene = scenesByName[name];
  if (scene === undefined) throw new Error(`There is no scene ${name}`);
  return scene;
}
