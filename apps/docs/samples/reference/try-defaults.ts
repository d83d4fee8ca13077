import { readFileSync } from "node:fs";
import type { Operation } from "@leitstand/contract/operation/operation";
import { errorsOf } from "@leitstand/contract/operation/operation-errors";
import type { PersonKey } from "../../src/reference/try-it/people";
import { setSandboxPassword } from "../../src/reference/try-it/sandbox-password";
import { findThings, firstValues, variablesIn } from "../../src/reference/try-it/sandbox-things";
import { buildRequest, FieldFault, keyOf } from "../../src/reference/try-it/try-request";
import { operations } from "../../steps/reference";
import { tryDescription } from "../../steps/reference/try-description";
import { PASSWORD } from "../runner/test-sign-ins";
import type { Stage } from "./stage";

export interface Trial {
  readonly operation: string;
  /** Status and code; or the field that stayed empty because the sandbox has no such object. */
  readonly answered: string;
  readonly isAnnounced: boolean;
}

/** Error codes that the initial values of a form must never cause. */
const MALFORMED = /^(REQUEST_|VALIDATION_FAILED)/;
const photo = new File([readFileSync(new URL("../files/photo.jpg", import.meta.url))], "photo.jpg", {
  type: "image/jpeg",
});

/**
 * Opens "Try it" of each operation and sends its initial values; operations that end sessions and delete objects come
 * last.
 */
export async function tryDefaults(stage: Stage): Promise<readonly Trial[]> {
  const ends = ({ id, method }: Operation) =>
    Number(method === "DELETE") + 2 * Number(/^(signOut|deleteOwn|changeOwn)/.test(id));
  const trials: Trial[] = [];
  setSandboxPassword(PASSWORD);
  for (const operation of operations.toSorted((a, b) => ends(a) - ends(b))) trials.push(await tryOne(stage, operation));
  return trials;
}

async function tryOne(stage: Stage, operation: Operation): Promise<Trial> {
  const { id } = operation;
  const description = tryDescription(operation);
  const apiUrl = `${stage.url}/api/v1`;
  const caller = callerIn(stage, description.by);
  const values = firstValues(description, await findThings(variablesIn(description), { apiUrl, token: caller.token }));
  try {
    const { url, ...init } = buildRequest(description, { apiUrl, caller, values, file: photo });
    const answer = await fetch(url, { ...init, body: init.body ?? null });
    if (answer.ok) {
      await answer.body?.cancel();
      return { operation: id, answered: String(answer.status), isAnnounced: true };
    }
    const { code } = (await answer.json()) as { code: string };
    const isAnnounced = (errorsOf(operation) as readonly string[]).includes(code) && !MALFORMED.test(code);
    return { operation: id, answered: `${answer.status} ${code}`, isAnnounced };
  } catch (error) {
    if (!(error instanceof FieldFault)) throw error;
    const isEmpty = (values[keyOf(error.field)] ?? "") === "";
    return { operation: id, answered: `${error.field.name} ${error.message}`, isAnnounced: isEmpty };
  }
}

function callerIn({ companies }: Stage, by: PersonKey) {
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
