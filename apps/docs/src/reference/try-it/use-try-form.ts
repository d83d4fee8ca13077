import { useEffect, useState } from "react";
import type { TryDescription } from "./description";
import { type PersonKey, people } from "./people";
import { forgetToken, rememberedPerson, sandboxToken, tenantKey } from "./sandbox";
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

/** What is filled in, who sends it, and what came back. */
export function useTryForm({ description, apiUrl }: { readonly description: TryDescription; readonly apiUrl: string }) {
  const [typed, setTyped] = useState<Values>({});
  const [file, setFile] = useState<File | undefined>();
  const [person, setPerson] = useState<PersonKey | "own">(() => rememberedPerson() ?? description.by);
  const [ownToken, setOwnToken] = useState("");
  const [fault, setFault] = useState<{ key: string; message: string } | undefined>();
  const [isSure, setIsSure] = useState(false);
  const sending = useSending();
  const known = useThings(description, { apiUrl, person });
  const values = { ...firstValues(description, known), ...typed };

  const request = (caller: Caller): TryRequest | undefined => {
    try {
      setFault(undefined);
      return buildRequest(description, { apiUrl, caller, values, file });
    } catch (error) {
      if (!(error instanceof FieldFault)) throw error;
      setFault({ key: keyOf(error.field), message: error.message });
      return undefined;
    }
  };
  const submit = () => {
    // What is gone does not come back.
    if (description.method === "DELETE" && !isSure) return setIsSure(true);
    setIsSure(false);
    void sending
      .run(async () => request(await callerFor(description.auth, { apiUrl, person, ownToken })))
      .then((status) => status === 401 && person !== "own" && forgetToken(person));
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
    fault,
    isSure,
    submit,
    copy,
  };
}

interface Asking {
  readonly apiUrl: string;
  readonly person: PersonKey | "own";
}
interface Found extends Asking {
  readonly things: Readonly<Record<string, string>>;
}

/** Ids of the sandbox for what the form begins with, as the chosen person sees them. Where there is no sandbox there are none. */
function useThings(description: TryDescription, { apiUrl, person }: Asking) {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    const names = variablesIn(description);
    if (names.length === 0 || person === "own") return;
    let isOver = false;
    // Who signs in has nothing to look for in lists yet.
    const token = description.auth === "bearer" ? sandboxToken(apiUrl, person) : Promise.resolve("");
    token
      .then((known) => findThings(names, { apiUrl, token: known }))
      .then((things) => !isOver && setFound({ apiUrl, person, things }))
      // Then there is nothing to begin with, and whoever sends is told why.
      .catch(() => undefined);
    return () => {
      isOver = true;
    };
  }, [description, apiUrl, person]);
  return found?.person === person ? found.things : undefined;
}

/** Only what the operation asks for is fetched. */
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
