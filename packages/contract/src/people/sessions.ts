import { type Static, Type } from "typebox";
import { defineOperations } from "../operation/operation";
import { DateTime, Enum, IdParams, Nullable, ClosedObject, Uuid } from "../core/schema";
import { reauthenticationValidSeconds } from "./sign-in-limits";
import { roleReachErrorCodes, roleReachText } from "./user";

/** A session is what a sign-in opens: a token of a person or of a phone, until it ends or is ended. */
export const Session = ClosedObject(
  {
    id: Uuid,
    kind: Enum(["USER", "DEVICE"], { description: "`USER`: a person is signed in. `DEVICE`: a phone is." }),
    created_at: { ...DateTime, description: "When the sign-in was." },
    last_used_at: { ...DateTime, description: "Within a minute." },
    expires_at: { ...DateTime, description: "Unused, the session ends earlier: `idle_seconds` after its last use." },
    idle_seconds: Nullable(Type.Integer()),
    user_agent: Nullable(
      Type.String({ maxLength: 200, description: "What the browser or app called itself at the sign-in." }),
    ),
    address_prefix: Nullable(
      Type.String({
        description:
          "The network that the sign-in came from: the first 24 bits of an IPv4 address, 48 of an IPv6 address.",
      }),
    ),
    methods: Type.Array(Enum(["PASSWORD", "PIN", "SMS", "PHONE"]), {
      description: "What proved who it is. `PHONE`: a phone that had signed this person in before.",
    }),
    device_id: Nullable({ ...Uuid, description: "The registered phone that the session belongs to." }),
    current: Type.Boolean({ description: "The session that asks." }),
  },
  {
    $id: "Session",
    examples: [
      {
        id: "6f1d5f0a-1f37-4a52-8a0e-5d6a1c0f7e11",
        kind: "USER",
        created_at: "2026-03-02T06:02:11+00:00",
        last_used_at: "2026-03-02T08:14:00+00:00",
        expires_at: "2026-03-02T18:02:11+00:00",
        idle_seconds: 1800,
        user_agent: "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0",
        address_prefix: "203.0.113.0/24",
        methods: ["PASSWORD"],
        device_id: null,
        current: true,
      },
    ],
  },
);
export type Session = Static<typeof Session>;

const Reauthentication = ClosedObject(
  {
    reauthenticated_at: DateTime,
    until: { ...DateTime, description: "So long sensitive operations ask for nothing more." },
  },
  {
    $id: "Reauthentication",
    examples: [{ reauthenticated_at: "2026-03-02T08:15:00+00:00", until: "2026-03-02T08:25:00+00:00" }],
  },
);
const ReauthenticationRequest = ClosedObject(
  {
    password: Type.Optional(Type.String({ minLength: 1, maxLength: 1000 })),
    pin: Type.Optional(Type.String({ pattern: "^[0-9]{6}$", description: "Six digits." })),
  },
  { $id: "ReauthenticationRequest", examples: [{ password: "sieben Störche über Linz" }] },
);

const listedSessionsDescription =
  "The sessions of a person, or of a phone and the person signed in on it; a caller with a SERVICE token sees its tokens by " +
  "`getOwnServiceAccountTokens`.";

export const sessionOperations = defineOperations("users", {
  getOwnSessions: {
    on: "GET /user/sessions",
    summary: "List one's own sessions",
    description: `Those that are open, the calling one first, then by last use; the first 100. ${listedSessionsDescription}`,
    grant: null,
    kinds: ["USER", "DEVICE"],
    answer: Type.Array(Session),
  },
  deleteOwnSessions: {
    on: "DELETE /user/sessions",
    changes: "OWN",
    summary: "End all of one's own sessions but the calling one",
    description: "Within a second on every server; their streams close.",
    grant: null,
    kinds: ["USER", "DEVICE"],
    success: 204,
  },
  deleteOwnSession: {
    on: "DELETE /user/sessions/{id}",
    changes: "OWN",
    summary: "End one of one's own sessions",
    description:
      "Within a second on every server; its streams close. The calling one may be named too: that is `signOut`.",
    grant: null,
    kinds: ["USER", "DEVICE"],
    params: IdParams,
    success: 204,
  },
  reauthenticate: {
    on: "POST /user/reauthenticate",
    changes: "OWN",
    summary: "Prove again who one is",
    description:
      "By password or PIN, exactly one of them, under the same waits as at sign-in. For " +
      `${reauthenticationValidSeconds / 60} minutes from then on operations that refuse with ` +
      "`AUTH_REAUTHENTICATION_REQUIRED` are open. A sign-in counts as such a proof. There is no Idempotency-Key: sent again it is another proof.",
    takesNoKey: true,
    grant: null,
    kinds: ["USER"],
    body: ReauthenticationRequest,
    answer: Reauthentication,
    errors: ["AUTH_CREDENTIALS_INVALID", "AUTH_ATTEMPTS_EXCEEDED", "FIELD_COMBINATION_INVALID"],
    limit: "auth_check",
  },
  getUserSessions: {
    on: "GET /users/{id}/sessions",
    summary: "List the sessions of a user",
    description: "For callers who may change the user. Open sessions, by last use; the first 100.",
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    answer: Type.Array(Session),
  },
  deleteUserSessions: {
    on: "DELETE /users/{id}/sessions",
    changes: "BRANCH",
    summary: "End all sessions of a user",
    description:
      "For callers who may change the user. Ends within a second on every server; their streams close. The user may sign in again " +
      `unless blocked. ${roleReachText}`,
    grant: "updateUser",
    kinds: ["USER", "SERVICE"],
    params: IdParams,
    success: 204,
    errors: roleReachErrorCodes,
  },
});

export const signOutOperations = defineOperations("auth", {
  signOut: {
    on: "POST /auth/sign_out",
    changes: "OWN",
    summary: "Sign out",
    description:
      "Ends the calling session on every server within a second; its streams close. A person who signs out on a phone leaves " +
      "the phone signed in. A phone that signs out also signs out the person on it, and gets no more pushes until it " +
      "signs in by a new code.",
    auth: "bearer",
    grant: null,
    kinds: ["USER", "DEVICE"],
    success: 204,
  },
});
