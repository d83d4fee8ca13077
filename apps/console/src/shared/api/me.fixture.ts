import type { api } from "./api.ts";

type SignedInUser = Awaited<ReturnType<typeof api.getUserInfo>>;

/** A dispatcher with the grants that a test gives, in all branches. */
export const aDispatcher = ({
  grants = [],
  type = "FUNERAL",
  handover_attachments = false,
}: {
  grants?: string[];
  type?: SignedInUser["tenant"]["type"];
  handover_attachments?: boolean;
} = {}): SignedInUser => ({
  kind: "USER",
  user: {
    id: "0d1e2f3a-4b5c-4d6e-8f70-8192a3b4c5d6",
    firstname: "Eva",
    lastname: "Disponentin",
    email: "dispo1@bestattung.example",
    phone_number: null,
    language: "de",
  },
  device: null,
  tenant: {
    id: "6d0c1b2a-3948-4576-8695-a4b3c2d1e0f9",
    short_code: "bestattung",
    name: "Bestattung Muster",
    type,
    language: "de",
    timezone: "Europe/Vienna",
    handover_attachments,
  },
  roles: [],
  grants: grants.map((grant) => ({ grant, all: true, branch_ids: [], own_tours_only: false })),
  expires_at: "2030-11-21T20:00:00Z",
});
