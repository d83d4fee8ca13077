import { Type } from "typebox";
import { DateTime, Nullable, ClosedObject, Uuid } from "../core/schema";

/** Time of expiry in the examples of sign-in. */
export const expiryExample = "2026-03-02T08:15:00+00:00";
const deviceExampleId = "5a3a1f5e-1c1f-4c55-a6f2-1a4bb6a0c001";
const userExampleId = "8f0a2f64-90f5-4b7c-8f34-0c2f1f6c9002";
const exampleToken = (kind: string) => `dsp_${kind}_hV3k0c1Jx2mQ8yT5rWn4uZ7bE9dGfA6sLpOiKqXvCjM8mZ2Qx`;
const exampleKnownDevice = "1780387200.hV3k0c1Jx2mQ8yT5rWn4uQ.Z7bE9dGfA6sLpOiKqXvCjM8mZ2QxhV3k0c1Jx2mQ8yT";

/** Fields that all answers to a sign-in have. */
const sessionFields = {
  token: Type.String({ description: "The bearer token. It is shown this once." }),
  expires_at: DateTime,
  idle_seconds: Nullable(Type.Integer({ description: "The session ends earlier when it is unused for so long." })),
} as const;

export const DeviceSession = ClosedObject(
  {
    ...sessionFields,
    device_id: Uuid,
    known_device_token: Type.String({
      description:
        "Keep it, beyond the session as well, and send it when the phone asks for its next code: others in its network cannot use up " +
        "the codes that it may ask for.",
    }),
  },
  {
    $id: "DeviceSession",
    examples: [
      {
        token: exampleToken("d"),
        expires_at: expiryExample,
        idle_seconds: 2_592_000,
        device_id: deviceExampleId,
        known_device_token: exampleKnownDevice,
      },
    ],
  },
);

export const UserSession = ClosedObject(
  {
    ...sessionFields,
    user_id: Uuid,
    device_id: Nullable(Uuid),
    pin_token: Nullable(
      Type.String({
        description: "For the next sign-in of this person on this phone: with it and the PIN no SMS is needed.",
      }),
    ),
    known_device_token: Nullable(
      Type.String({
        description:
          "Keep it and send it with the next sign-in by password, and when a link to a new password is asked for: from a device that is known, the right password is taken " +
          "even while others who guess, at this person's account or from the same network, are made to wait, and others in the " +
          "network cannot use up the sign-ins that it may begin.",
      }),
    ),
  },
  {
    $id: "UserSession",
    examples: [
      {
        token: exampleToken("u"),
        expires_at: expiryExample,
        idle_seconds: 1800,
        user_id: userExampleId,
        device_id: null,
        pin_token: null,
        known_device_token: exampleKnownDevice,
      },
    ],
  },
);
