import type { Operation, OperationTag } from "@leitstand/contract/operation/operation";
import type { TestApi } from "../start-api";
import {
  type CallerWithHeaders,
  type CallerKind,
  createCallerOfKind,
  clearGrantsOfCallerRole,
  isUnadmittedCaller,
  tokenKindOfCaller,
  unadmittedCallerKinds,
} from "./callers";
import {
  sampleOwnerWithoutRole,
  createAccessMatrixFixture,
  SampleObjectFactory,
  type SampleRequest,
  type AccessMatrixFixture,
} from "./scene";
import { makeSampleRequestFromContract } from "./contract-sample";
import { calendarSampleRequestMakers } from "./samples-of-calendars";
import { companySampleRequestMakers } from "./samples-of-companies";
import { dispatchSampleRequestMakers } from "./samples-of-dispatch";
import { exportSampleRequestMakers } from "./samples-of-exports";
import { fleetSampleRequestMakers } from "./samples-of-fleet";
import { partnerSampleRequestMakers } from "./samples-of-partners";
import { peopleSampleRequestMakers } from "./samples-of-people";
import { placeSampleRequestMakers } from "./samples-of-places";

/**
 * Requests that do not follow from the contract: lists whose rows are distinguished, and objects in a special state.
 */
const specialSamples: Readonly<Record<string, (scene: SampleObjectFactory) => Promise<SampleRequest>>> = {
  ...calendarSampleRequestMakers,
  ...companySampleRequestMakers,
  ...peopleSampleRequestMakers,
  ...fleetSampleRequestMakers,
  ...dispatchSampleRequestMakers,
  ...exportSampleRequestMakers,
  ...partnerSampleRequestMakers,
  ...placeSampleRequestMakers,
};

/** Further grants that decide what these operations show. */
const furtherGrants: Readonly<Record<string, readonly string[]>> = {
  applyImport: ["createVehicle", "updateVehicle"],
  checkImport: ["createVehicle", "updateVehicle"],
  getDashboard: ["getCases", "getTours", "getCriticalMessages"],
  getUserInvites: ["createUser"],
  getUserInvite: ["createUser"],
  createCalendarFeed: ["writeCalendars"],
  deleteCalendarFeed: ["writeCalendars"],
  createWebhook: ["getDashboard", "getCases"],
  updateWebhook: ["getDashboard", "getCases"],
};

export interface AccessMatrixCell {
  readonly operation: string;
  readonly caller: CallerKind;
  /**
   * Outcome such as `200`, `403 AUTH_GRANT_MISSING`, and for lists the rows of the seeded world they show: `200
   * home+common`.
   */
  readonly outcome: string;
}

const worldsOfApi = new WeakMap<TestApi, Map<string, Promise<AccessMatrixFixture>>>();
/** World of an operation; made at its first use. */
export function accessMatrixFixtureOf(api: TestApi, { id, tenantTypes }: Operation): Promise<AccessMatrixFixture> {
  const known = worldsOfApi.get(api) ?? new Map<string, Promise<AccessMatrixFixture>>();
  worldsOfApi.set(api, known);
  const world = known.get(id) ?? createAccessMatrixFixture(api, tenantTypes?.[0] ?? "FUNERAL");
  known.set(id, world);
  return world;
}

/** Makes a valid request of the administrator, on objects of its own. */
export async function makeSampleRequestOfAdmin(
  world: AccessMatrixFixture,
  operation: Operation,
): Promise<SampleRequest> {
  return makeSample(
    new SampleObjectFactory(world, { ...sampleOwnerWithoutRole, role_id: world.admin.session.role_id }),
    operation,
  );
}

/** Makes the request of the contract, unless the operation has a special one. */
const makeSample = (scene: SampleObjectFactory, operation: Operation) =>
  specialSamples[operation.id]?.(scene) ?? makeSampleRequestFromContract(scene, operation);

interface CellChoice {
  readonly kinds: readonly CallerKind[];
  readonly url?: string;
  /** Whether the table refuses a kind of caller; none is said to be refused unless this is given. */
  readonly isRefused?: (kind: CallerKind) => boolean;
}

/** Tries one operation on every kind of caller, one after the other: their roles meet in its tenant. */
export async function tryOperationAsEveryCaller(
  api: TestApi,
  operation: Operation,
  { kinds, url = api.url, isRefused = () => false }: CellChoice,
): Promise<AccessMatrixCell[]> {
  const world = await accessMatrixFixtureOf(api, operation);
  const cells: AccessMatrixCell[] = [];
  for (const kind of kinds) {
    const outcome = await tryCaller(world, operation, { kind, url, isRefused: isRefused(kind) }).catch(
      (error: unknown) => `broken: ${String(error)} ${JSON.stringify(error)}`,
    );
    cells.push({ operation: operation.id, caller: kind, outcome });
  }
  return cells;
}

async function tryCaller(
  world: AccessMatrixFixture,
  operation: Operation,
  { kind, url, isRefused }: { kind: CallerKind; url: string; isRefused: boolean },
) {
  const { caller, sample } = await prepareRequestOfCaller(world, operation, { kind, isRefused });
  const answer = await sendRequestOfCaller(url, operation, { sample, caller });
  const tell = answer.status === 404 ? await findExistenceLeak(url, operation, { sample, caller, answer }) : "";
  await clearGrantsOfCallerRole(world, caller);
  return outcomeOfAnswer(answer, sample.marks) + tell;
}

/** Makes a caller and a valid request for it, on objects of its own wherever it may change them. */
export async function prepareRequestOfCaller(
  world: AccessMatrixFixture,
  operation: Operation,
  { kind, isRefused = false }: { kind: CallerKind; isRefused?: boolean },
): Promise<RequestOfCaller> {
  const caller = await createCallerOfKind(world, kind, { operation, also: furtherGrants[operation.id] ?? [] });
  const isStopped = operation.grant === null ? isUnadmittedCaller(kind) : callersRefusedByGate.has(kind);
  const isRefusedEarly =
    operation.auth === "bearer" && (isStopped || !operation.kinds.includes(tokenKindOfCaller(kind)));
  return {
    caller,
    sample: await (isRefusedEarly || (isRefused && canShareSample(operation, kind))
      ? sharedSample(world, operation)
      : makeSample(new SampleObjectFactory(world, caller), operation)),
  };
}

/** Kinds of callers that the gate refuses; one object serves them all, as none of them may change it. */
const callersRefusedByGate: ReadonlySet<CallerKind> = new Set([
  ...unadmittedCallerKinds,
  "user_without",
  "device_without",
  "service_without",
  "role_changed",
] satisfies CallerKind[]);

/**
 * Kinds of callers for whom samples hold nothing of their own. One object serves those of them that the table refuses,
 * too: one who changed it would not be refused, and its cell would fail.
 */
const callersWithoutPart: ReadonlySet<CallerKind> = new Set([
  "driver_off_tour",
  "other_branch",
  "other_collection",
  "branch_moved",
  "other_tenant",
  "other_tenant_type",
] satisfies CallerKind[]);
/** Tags whose samples are made for the role or the user of their caller, who would be refused without that. */
const tagsOfOwnSamples: ReadonlySet<OperationTag> = new Set(["auth", "imports", "roles", "service_accounts"]);

const canShareSample = ({ tag, auth }: Operation, kind: CallerKind) =>
  auth === "bearer" && callersWithoutPart.has(kind) && !tagsOfOwnSamples.has(tag);

const sharedSample = (world: AccessMatrixFixture, operation: Operation) => {
  const scene = new SampleObjectFactory(world, sampleOwnerWithoutRole);
  return scene.once("shared sample", () => makeSample(scene, operation));
};

export interface ReceivedAnswer {
  readonly status: number;
  readonly text: string;
}

export interface RequestOfCaller {
  readonly sample: SampleRequest;
  readonly caller: CallerWithHeaders;
}

export async function sendRequestOfCaller(
  url: string,
  operation: Operation,
  { sample, caller }: { sample: SampleRequest; caller: Pick<CallerWithHeaders, "headers"> },
): Promise<ReceivedAnswer> {
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => sample.params?.[name] as string);
  const query = sample.query ? `?${new URLSearchParams(sample.query).toString().replaceAll("+", "%20")}` : "";
  const isJson = sample.body !== undefined && sample.file === undefined;
  const headers = { ...caller.headers, ...(isJson ? { "content-type": "application/json" } : {}) };
  const body = sample.file ? uploadFormOf(sample) : isJson ? JSON.stringify(sample.body) : null;
  const response = await fetch(`${url}/api/v1${path}${query}`, { method: operation.method, headers, body });
  checkHeaders(response);
  return { status: response.status, text: await response.text() };
}

/** Headers that every answer of every operation must have, for every caller. */
export const requiredResponseHeaders: Readonly<Record<string, RegExp>> = {
  "cache-control": /^no-store$/,
  "x-content-type-options": /^nosniff$/,
  "content-security-policy": /default-src 'none'/,
  "referrer-policy": /^no-referrer$/,
  "strict-transport-security": /^max-age=31536000; includeSubDomains$/,
};

function checkHeaders({ headers }: Response) {
  const wrong = Object.entries(requiredResponseHeaders).filter(([name, form]) => !form.test(headers.get(name) ?? ""));
  if (wrong.length > 0)
    throw new Error(`without ${wrong.map(([name]) => `${name} (${headers.get(name)})`).join(", ")}`);
}

function uploadFormOf({ body = {}, file }: SampleRequest): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(body)) form.append(name, String(value));
  form.append("file", file as File);
  return form;
}

export function outcomeOfAnswer({ status, text }: ReceivedAnswer, marks?: SampleRequest["marks"]): string {
  if (status >= 400) return `${status} ${(JSON.parse(text) as { code: string }).code}`;
  if (!marks) return String(status);
  const seen = Object.entries(marks).flatMap(([name, id]) => (text.includes(id) ? [name] : []));
  return `${status} ${seen.join("+") || "nothing"}`;
}

const RANDOM_ID = "0b5e7a1c-3d2f-4a6b-8c9d-1e2f3a4b5c6d";
const RANDOM_PARAMETERS: Readonly<Record<string, string>> = {
  kind: "SYNC",
  natural_id: "T-2026-999999",
  short_code: "unknown",
  tenant_short_code: "unknown",
};

/**
 * Compares an answer with the same call for an id that never existed: a hidden object must look as if it did not exist.
 */
async function findExistenceLeak(
  url: string,
  operation: Operation,
  given: RequestOfCaller & { answer: ReceivedAnswer },
): Promise<string> {
  const { sample, caller, answer } = given;
  const params = Object.fromEntries(
    Object.keys(sample.params ?? {}).map((name) => [name, RANDOM_PARAMETERS[name] ?? RANDOM_ID]),
  );
  const missing = await sendRequestOfCaller(url, operation, { sample: { ...sample, params }, caller });
  const isSame = comparableAnswer(answer, sample.params) === comparableAnswer(missing, params);
  return isSame ? "" : " (unlike something that does not exist)";
}

function comparableAnswer({ status, text }: ReceivedAnswer, params: SampleRequest["params"]): string {
  const withoutTrace = JSON.stringify({ ...(JSON.parse(text) as object), time: "", trace_id: "" });
  const ids = Object.values(params ?? {});
  return `${status} ${ids.reduce((known, id) => known.replaceAll(id, "ID"), withoutTrace)}`;
}
