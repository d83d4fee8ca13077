import { readFileSync } from "node:fs";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorCodesOfOperation } from "@leitstand/contract/operation/operation-errors";
import type { DemonstrationPersonKey } from "../../src/reference/try-it/people";
import { setSandboxPassword } from "../../src/reference/try-it/sandbox-password";
import {
  findSandboxValues,
  initialTryItValuesOf,
  variablesInTryItFields,
} from "../../src/reference/try-it/sandbox-values";
import { buildTryItRequest, TryItFieldError, tryItFieldKey } from "../../src/reference/try-it/try-request";
import { operations } from "../../steps/reference";
import { buildTryItOperation } from "../../steps/reference/try-description";
import { DEMONSTRATION_PASSWORD } from "../runner/test-sign-ins";
import type { OperationSampleRunContext } from "./stage";

export interface TryItDefaultsOutcome {
  readonly operation: string;
  /** Status and code; or the field that stayed empty because the sandbox has no such object. */
  readonly answered: string;
  readonly isAnnounced: boolean;
}

/** Error codes that the initial values of a form must never cause. */
const MALFORMED_REQUEST_CODES = /^(REQUEST_|VALIDATION_FAILED)/;
const examplePhoto = new File([readFileSync(new URL("../files/photo.jpg", import.meta.url))], "photo.jpg", {
  type: "image/jpeg",
});

/**
 * Opens "Try it" of each operation and sends its initial values; operations that end sessions and delete objects come
 * last.
 */
export async function sendTryItDefaults(stage: OperationSampleRunContext): Promise<readonly TryItDefaultsOutcome[]> {
  const ends = ({ id, method }: Operation) =>
    Number(method === "DELETE") + 2 * Number(/^(signOut|deleteOwn|changeOwn)/.test(id));
  const trials: TryItDefaultsOutcome[] = [];
  setSandboxPassword(DEMONSTRATION_PASSWORD);
  for (const operation of operations.toSorted((a, b) => ends(a) - ends(b)))
    trials.push(await tryOperationDefaults(stage, operation));
  return trials;
}

async function tryOperationDefaults(
  stage: OperationSampleRunContext,
  operation: Operation,
): Promise<TryItDefaultsOutcome> {
  const { id } = operation;
  const description = buildTryItOperation(operation);
  const apiUrl = `${stage.url}/api/v1`;
  const caller = callerInCompany(stage, description.by);
  const values = initialTryItValuesOf(
    description,
    await findSandboxValues(variablesInTryItFields(description), { apiUrl, token: caller.token }),
  );
  try {
    const { url, ...init } = buildTryItRequest(description, { apiUrl, caller, values, file: examplePhoto });
    const answer = await fetch(url, { ...init, body: init.body ?? null });
    if (answer.ok) {
      await answer.body?.cancel();
      return { operation: id, answered: String(answer.status), isAnnounced: true };
    }
    const { code } = (await answer.json()) as { code: string };
    const isAnnounced =
      (errorCodesOfOperation(operation) as readonly string[]).includes(code) && !MALFORMED_REQUEST_CODES.test(code);
    return { operation: id, answered: `${answer.status} ${code}`, isAnnounced };
  } catch (error) {
    if (!(error instanceof TryItFieldError)) throw error;
    const isEmpty = (values[tryItFieldKey(error.field)] ?? "") === "";
    return { operation: id, answered: `${error.field.name} ${error.message}`, isAnnounced: isEmpty };
  }
}

function callerInCompany({ companies }: OperationSampleRunContext, by: DemonstrationPersonKey) {
  const { funeral, roadside, platform } = companies;
  const people = {
    dispatcher: [funeral, funeral.dispatcher],
    administrator: [funeral, funeral.administrator],
    "roadside dispatcher": [roadside, roadside.dispatcher],
    roadside: [roadside, roadside.administrator],
    platform: [platform, platform.administrator],
  } as const;
  const [{ tenantKey }, { token }] = people[by];
  return { tenantKey, token };
}
