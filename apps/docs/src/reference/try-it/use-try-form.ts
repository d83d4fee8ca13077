import { useEffect, useState } from "react";
import type { TryItOperation } from "./description";
import { type DemonstrationPersonKey, demonstrationPeople } from "./people";
import {
  replaceSandboxPassword,
  dropCachedToken,
  SandboxError,
  SandboxPasswordError,
  storedPersonKey,
  fetchSandboxToken,
  fetchTenantKey,
} from "./sandbox";
import { getTypedSandboxPassword } from "./sandbox-password";
import { findSandboxValues, initialTryItValuesOf, variablesInTryItFields } from "./sandbox-values";
import {
  buildTryItRequest,
  type TryItCredentials,
  TryItFieldError,
  tryItFieldKey,
  tryItRequestAsCurl,
  type TryItRequest,
  type TryItValues,
} from "./try-request";
import { useSendTryItRequest } from "./use-sending";

/** Keys of faults that belong to no field of the operation. */
export const PASSWORD_FAULT_KEY = "password of the demonstration";
export const TOKEN_FAULT_KEY = "own token";
export const SANDBOX_FAULT_KEY = "demonstration";

/** Thrown when a typed token cannot be one: a header takes no others than these characters. */
class OwnTokenError extends Error {}
const TOKEN_PATTERN = /^[\x21-\x7e]*$/;

/** State of the form: values, the sender, and the answer. */
export function useTryForm({ description, apiUrl }: { readonly description: TryItOperation; readonly apiUrl: string }) {
  const [typed, setTyped] = useState<TryItValues>({});
  const [file, setFile] = useState<File | undefined>();
  const [person, setPerson] = useState<DemonstrationPersonKey | "own">(() => storedPersonKey() ?? description.by);
  const [ownToken, setOwnToken] = useState("");
  const [fault, setFault] = useState<{ key: string; message: string } | undefined>();
  const { password, typePassword } = useSandboxPassword(() => setFault(undefined));
  const sending = useSendTryItRequest();
  const known = useSandboxValues(description, { apiUrl, person, password });
  const values = { ...initialTryItValuesOf(description, known), ...typed };
  const { isSure, setIsSure } = useConfirmation(JSON.stringify([values, person, ownToken]));

  const request = (caller: TryItCredentials): TryItRequest | undefined => {
    try {
      setFault(undefined);
      return buildTryItRequest(description, { apiUrl, caller, values, file });
    } catch (error) {
      setFault(formFaultOf(error));
      return undefined;
    }
  };
  const send = async () => {
    try {
      return request(await requestCallerFor(description.auth, { apiUrl, person, ownToken }));
    } catch (error) {
      setFault(formFaultOf(error));
      return undefined;
    }
  };
  const submit = () => {
    // A deletion cannot be undone.
    if (description.method === "DELETE" && !isSure) return setIsSure(true);
    setIsSure(false);
    void sending.run(send).then((status) => status === 401 && person !== "own" && dropCachedToken(person));
  };
  const copy = () => {
    const built = request({ token: "", tenantKey: "" });
    if (built) void navigator.clipboard?.writeText(tryItRequestAsCurl(built));
  };
  const setValue = (key: string, value: string) => setTyped((before) => ({ ...before, [key]: value }));
  const choosePerson = (chosen: DemonstrationPersonKey | "own") => {
    setFault(undefined);
    setPerson(chosen);
  };
  return {
    ...sending,
    values,
    setValue,
    setFile,
    person,
    choosePerson,
    ownToken,
    setOwnToken,
    typePassword,
    fault,
    isSure,
    submit,
    copy,
  };
}

/**
 * Whether the reader has confirmed what is shown: it also changes with the person, and when values have been looked up.
 */
function useConfirmation(shown: string) {
  const [confirmed, setConfirmed] = useState<string>();
  return { isSure: confirmed === shown, setIsSure: (isSure: boolean) => setConfirmed(isSure ? shown : undefined) };
}

/** Password of the demonstration as it was typed last; it is used for sign-ins from then on. */
function useSandboxPassword(onTyped: () => void) {
  const [password, setPassword] = useState(getTypedSandboxPassword);
  const typePassword = (next: string) => {
    replaceSandboxPassword(next);
    setPassword(next);
    onTyped();
  };
  return { password, typePassword };
}

/** Fault to show at the form; any other error is not caused by the reader's input. */
function formFaultOf(error: unknown) {
  if (error instanceof TryItFieldError) return { key: tryItFieldKey(error.field), message: error.message };
  if (error instanceof OwnTokenError) return { key: TOKEN_FAULT_KEY, message: error.message };
  if (error instanceof SandboxPasswordError) return { key: PASSWORD_FAULT_KEY, message: error.message };
  if (error instanceof SandboxError) return { key: SANDBOX_FAULT_KEY, message: error.message };
  throw error;
}

interface ValueSearch {
  readonly apiUrl: string;
  readonly person: DemonstrationPersonKey | "own";
  readonly password: string;
}
interface FoundValues extends Omit<ValueSearch, "password"> {
  readonly things: Readonly<Record<string, string>>;
}

/** Ids of the sandbox for the initial values, as the chosen person sees them; none where there is no sandbox. */
function useSandboxValues(description: TryItOperation, { apiUrl, person, password }: ValueSearch) {
  const [found, setFound] = useState<FoundValues>();
  useEffect(() => {
    const names = variablesInTryItFields(description);
    const isSigningIn = description.auth === "bearer";
    if (names.length === 0 || person === "own" || (isSigningIn && password === "")) return;
    let isOver = false;
    // An operation for signing in needs no ids from lists.
    const token = isSigningIn ? fetchSandboxToken(apiUrl, person) : Promise.resolve("");
    token
      .then((known) => findSandboxValues(names, { apiUrl, token: known }))
      .then((things) => !isOver && setFound({ apiUrl, person, things }))
      // After a failure there are no initial values, and sending the request shows the reason.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [description, apiUrl, person, password]);
  return found?.person === person ? found.things : undefined;
}

/** Fetches the credential that the operation needs, and no other. */
async function requestCallerFor(
  auth: TryItOperation["auth"],
  { apiUrl, person, ownToken }: { apiUrl: string; person: DemonstrationPersonKey | "own"; ownToken: string },
): Promise<TryItCredentials> {
  const of = person === "own" ? demonstrationPeople[0].key : person;
  if (auth === "bearer" && person === "own" && !TOKEN_PATTERN.test(ownToken))
    throw new OwnTokenError("A token has no blanks, and no characters such as … in it.");
  return {
    tenantKey: auth === "tenant_key" ? await fetchTenantKey(apiUrl, of) : "",
    token: auth !== "bearer" ? "" : person === "own" ? ownToken : await fetchSandboxToken(apiUrl, person),
  };
}
