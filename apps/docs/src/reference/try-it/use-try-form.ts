import { useEffect, useState } from "react";
import type { TryDescription } from "./description";
import { type PersonKey, people } from "./people";
import { changePassword, forgetToken, PasswordFault, rememberedPerson, sandboxToken, tenantKey } from "./sandbox";
import { sandboxPassword } from "./sandbox-password";
import { findThings, firstValues, variablesIn } from "./sandbox-things";
import {
  buildRequest,
  type Caller,
  FieldFault,
  keyOf,
  shellCommand,
  type TryRequest,
  type Values,
} from "./try-request";
import { useSending } from "./use-sending";

/** Key of the fault that belongs to no field of the operation. */
export const PASSWORD_FAULT = "password of the demonstration";

/** State of the form: values, the sender, and the answer. */
export function useTryForm({ description, apiUrl }: { readonly description: TryDescription; readonly apiUrl: string }) {
  const [typed, setTyped] = useState<Values>({});
  const [file, setFile] = useState<File | undefined>();
  const [person, setPerson] = useState<PersonKey | "own">(() => rememberedPerson() ?? description.by);
  const [ownToken, setOwnToken] = useState("");
  const [fault, setFault] = useState<{ key: string; message: string } | undefined>();
  const [isSure, setIsSure] = useState(false);
  const { password, typePassword } = usePassword(() => setFault(undefined));
  const sending = useSending();
  const known = useThings(description, { apiUrl, person, password });
  const values = { ...firstValues(description, known), ...typed };

  const request = (caller: Caller): TryRequest | undefined => {
    try {
      setFault(undefined);
      return buildRequest(description, { apiUrl, caller, values, file });
    } catch (error) {
      setFault(faultOf(error));
      return undefined;
    }
  };
  const send = async () => {
    try {
      return request(await callerFor(description.auth, { apiUrl, person, ownToken }));
    } catch (error) {
      setFault(faultOf(error));
      return undefined;
    }
  };
  const submit = () => {
    // A deletion cannot be undone.
    if (description.method === "DELETE" && !isSure) return setIsSure(true);
    setIsSure(false);
    void sending.run(send).then((status) => status === 401 && person !== "own" && forgetToken(person));
  };
  const copy = () => {
    const built = request({ token: "", tenantKey: "" });
    if (built) void navigator.clipboard?.writeText(shellCommand(built));
  };
  const setValue = (key: string, value: string) => setTyped((before) => ({ ...before, [key]: value }));
  return {
    ...sending,
    values,
    setValue,
    setFile,
    person,
    setPerson,
    ownToken,
    setOwnToken,
    typePassword,
    fault,
    isSure,
    submit,
    copy,
  };
}

/** Password of the demonstration as it was typed last; it is used for sign-ins from then on. */
function usePassword(onTyped: () => void) {
  const [password, setPassword] = useState(sandboxPassword);
  const typePassword = (next: string) => {
    changePassword(next);
    setPassword(next);
    onTyped();
  };
  return { password, typePassword };
}

/** Fault to show at the form; any other error is not caused by the reader's input. */
function faultOf(error: unknown) {
  if (error instanceof FieldFault) return { key: keyOf(error.field), message: error.message };
  if (error instanceof PasswordFault) return { key: PASSWORD_FAULT, message: error.message };
  throw error;
}

interface Asking {
  readonly apiUrl: string;
  readonly person: PersonKey | "own";
  readonly password: string;
}
interface Found extends Omit<Asking, "password"> {
  readonly things: Readonly<Record<string, string>>;
}

/** Ids of the sandbox for the initial values, as the chosen person sees them; none where there is no sandbox. */
function useThings(description: TryDescription, { apiUrl, person, password }: Asking) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const names = variablesIn(description);
    const isSigningIn = description.auth === "bearer";
    if (names.length === 0 || person === "own" || (isSigningIn && password === "")) return;
    let isOver = false;
    // An operation for signing in needs no ids from lists.
    const token = isSigningIn ? sandboxToken(apiUrl, person) : Promise.resolve("");
    token
      .then((known) => findThings(names, { apiUrl, token: known }))
      .then((things) => !isOver && setFound({ apiUrl, person, things }))
      // Then there are no initial values, and sending shows the reason.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [description, apiUrl, person, password]);
  return found?.person === person ? found.things : undefined;
}

/** Fetches the credential that the operation needs, and no other. */
async function callerFor(
  auth: TryDescription["auth"],
  { apiUrl, person, ownToken }: { apiUrl: string; person: PersonKey | "own"; ownToken: string },
): Promise<Caller> {
  const of = person === "own" ? people[0].key : person;
  return {
    tenantKey: auth === "tenant_key" ? await tenantKey(apiUrl, of) : "",
    token: auth !== "bearer" ? "" : person === "own" ? ownToken : await sandboxToken(apiUrl, person),
  };
}
