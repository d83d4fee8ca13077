import { useEffect, useRef, useState } from "react";
import { loadSiteSettings } from "../../site/site-facts";
import type { TryItOperation } from "./description";
import { personLabel, type DemonstrationPersonKey, demonstrationPeople } from "./people";
import { storePersonChoice } from "./sandbox";
import { AnswerPanel } from "./try-answer";
import { TryItFields } from "./try-fields";
import { TryItPassword } from "./try-password";
import { PASSWORD_FAULT_KEY, SANDBOX_FAULT_KEY, TOKEN_FAULT_KEY, useTryForm } from "./use-try-form";

interface LoadedDescription {
  readonly description: TryItOperation;
  readonly apiUrl: string;
}

/** Form that sends a request of an operation to the configured API, and nowhere else. */
export function TryIt({ id, onClose }: { id: string; onClose: () => void }) {
  const [attempt, setAttempt] = useState(0);
  const [loaded, setLoaded] = useState<
    { readonly attempt: number; readonly value: LoadedDescription | "failed" } | undefined
  >();
  useEffect(() => {
    Promise.all([
      fetch(`/reference/try/${id}.json`).then((answer) => answer.json() as Promise<TryItOperation>),
      loadSiteSettings(),
    ]).then(
      ([description, { api_url }]) => setLoaded({ attempt, value: { description, apiUrl: api_url } }),
      () => setLoaded({ attempt, value: "failed" }),
    );
  }, [id, attempt]);
  const value = loaded?.attempt === attempt ? loaded.value : undefined;
  const section = useRef<HTMLElement>(null);
  // The pressed button is gone, so the form gets the focus.
  useEffect(() => section.current?.focus(), []);
  return (
    <section ref={section} tabIndex={-1} className="try" aria-label={`Try ${id}`}>
      <div className="try-head">
        <h2>Try {id}</h2>
        {typeof value === "object" && <span>{new URL(value.apiUrl).host}</span>}
        <button type="button" aria-label="Close" onClick={onClose}>
          ×
        </button>
      </div>
      {value === undefined && <p role="status">Loading ...</p>}
      {value === "failed" && (
        <div role="alert">
          <p>The form could not be loaded.</p>
          <button type="button" onClick={() => setAttempt(attempt + 1)}>
            Retry
          </button>
        </div>
      )}
      {typeof value === "object" && <TryForm key={id} {...value} />}
    </section>
  );
}

function TryForm({ description, apiUrl }: LoadedDescription) {
  const form = useTryForm({ description, apiUrl });
  const { values, fault, person, ownToken, state, answer } = form;
  const element = useRef<HTMLFormElement>(null);
  useSubmitByKeys(element);
  const noAnswer = `Nothing came back from ${new URL(apiUrl).host}. Is it running, and does it allow this site (CORS_ORIGINS)?`;
  const reason = fault?.key === SANDBOX_FAULT_KEY ? fault.message : state === "failed" ? noAnswer : undefined;
  return (
    <form
      ref={element}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      {description.auth !== "public" && (
        <PersonChoice
          person={person}
          ownToken={ownToken}
          fault={fault?.key === TOKEN_FAULT_KEY ? fault.message : undefined}
          onPerson={form.choosePerson}
          onToken={form.setOwnToken}
        />
      )}
      {description.auth === "bearer" && person !== "own" && (
        <TryItPassword
          fault={fault?.key === PASSWORD_FAULT_KEY ? fault.message : undefined}
          onPassword={form.typePassword}
        />
      )}
      <TryItFields fields={description.fields} values={values} fault={fault} onChange={form.setValue} />
      {description.sends === "multipart" && (
        <div className="try-field">
          <label htmlFor="try-file">file</label>
          <input id="try-file" type="file" onChange={({ target }) => form.setFile(target.files?.[0])} />
        </div>
      )}
      <p className="try-buttons">
        <button type="submit" className="button button--primary" disabled={state === "sending"}>
          {form.isSure ? "Really delete" : "Send"}
        </button>
        <button type="button" className="button button--secondary" onClick={form.copy}>
          Copy as shell
        </button>
        {state === "sending" && (
          <button type="button" className="button button--secondary" onClick={form.stop}>
            Stop
          </button>
        )}
      </p>
      {reason !== undefined && (
        <p role="alert" className="try-fault">
          {reason}
        </p>
      )}
      {answer && <AnswerPanel answer={answer} />}
    </form>
  );
}

/** Sends the form by Ctrl Enter or Cmd Enter in any of its fields. */
function useSubmitByKeys(element: React.RefObject<HTMLFormElement | null>) {
  useEffect(() => {
    const submit = (event: KeyboardEvent) => {
      const { current } = element;
      if (event.key === "Enter" && (event.ctrlKey || event.metaKey) && current?.contains(event.target as Node))
        current.requestSubmit();
    };
    document.addEventListener("keydown", submit);
    return () => document.removeEventListener("keydown", submit);
  }, [element]);
}

interface WhoProps {
  readonly person: DemonstrationPersonKey | "own";
  readonly ownToken: string;
  readonly fault: string | undefined;
  readonly onPerson: (person: DemonstrationPersonKey | "own") => void;
  readonly onToken: (token: string) => void;
}

const PersonChoice = ({ person, ownToken, fault, onPerson, onToken }: WhoProps) => (
  <>
    <div className="try-field">
      <label htmlFor="try-person">Token</label>
      <select
        id="try-person"
        value={person}
        onChange={({ target }) => {
          const key = target.value as DemonstrationPersonKey | "own";
          storePersonChoice(key);
          onPerson(key);
        }}
      >
        {demonstrationPeople.map((each) => (
          <option key={each.key} value={each.key}>
            {personLabel(each)}
          </option>
        ))}
        <option value="own">A token of my own</option>
      </select>
    </div>
    {person === "own" && (
      <div className="try-field">
        <label htmlFor="try-token">Own token</label>
        <div>
          <input
            id="try-token"
            type="password"
            autoComplete="off"
            value={ownToken}
            aria-invalid={fault !== undefined}
            aria-describedby={fault === undefined ? undefined : "try-token-fault"}
            onChange={({ target }) => onToken(target.value.trim())}
          />
          {fault !== undefined && (
            <p id="try-token-fault" role="alert" className="try-fault">
              {fault}
            </p>
          )}
        </div>
      </div>
    )}
  </>
);
