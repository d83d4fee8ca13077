import { sessionOperations, signOutOperations } from "@leitstand/contract/people/sessions";
import { implementOperations, defineRawConnectionHandler, type SharedServices } from "#platform/http/handler";
import {
  endOtherSessions,
  endOwnSession,
  endSessionsOfUser,
  listOwnSessions,
  listSessionsOfUser,
  reauthenticate,
  signOutCallingSession,
} from "./sessions.service";

export const createSessionRoutes = (services: SharedServices) => [
  ...implementOperations(sessionOperations, {
    getOwnSessions: ({ tx, ...call }) => listOwnSessions(tx, call),
    deleteOwnSessions: ({ tx, ...call }) => endOtherSessions(tx, call),
    deleteOwnSession: ({ tx, params, ...call }) => endOwnSession(tx, call, params.id),
    reauthenticate: defineRawConnectionHandler(({ body, ...call }) => reauthenticate(services, call, body)),
    getUserSessions: ({ tx, params, ...call }) => listSessionsOfUser(tx, call, params.id),
    deleteUserSessions: ({ tx, params, ...call }) => endSessionsOfUser(tx, call, params.id),
  }),
  ...implementOperations(signOutOperations, { signOut: ({ tx, ...call }) => signOutCallingSession(tx, call) }),
];
