import Link from "@docusaurus/Link";
import generated from "@site/generated/reauthenticated.json";
import type { listReauthenticatedOperationIds } from "./contract-reauthentication";

const reauthenticatedOperationIds = generated as ReturnType<typeof listReauthenticatedOperationIds>;

/** Operations that require a recent proof of the user's identity, within a sentence. */
export const ReauthenticatedOperations = () =>
  reauthenticatedOperationIds.map((id, at) => (
    <span key={id}>
      {at > 0 && (at === reauthenticatedOperationIds.length - 1 ? " and " : ", ")}
      <Link to={`/openapi/#${id}`}>
        <code>{id}</code>
      </Link>
    </span>
  ));
