import { type Static, Type } from "typebox";
import { Enum, Nullable, ClosedObject } from "../core/schema";
import { type PlanningConstraint, type ViolationLevel, violationLevels } from "../core/violation-level";

const ViolationLevelField = Enum(violationLevels);
const dispatchSettingFields = {
  alarm_timeout_seconds: Type.Integer({
    minimum: 10,
    maximum: 3600,
    description:
      "How long an assignment may stay unanswered before it is sent again, and further. On a planned tour it counts from the " +
      "start of the tour.",
  }),
  auto_unassign_on_alarm_timeout: Type.Boolean({
    description:
      "Takes a roadside case back when the last step of the alarm is not answered either. Funeral cases stay with the crew until a " +
      "dispatcher moves them.",
  }),
  driver_undo_seconds: Type.Integer({ minimum: 0, maximum: 86_400 }),
  dispatcher_undo_seconds: Type.Integer({ minimum: 0, maximum: 604_800 }),
  driver_may_forward: Type.Boolean({ description: "Drivers may forward cases within their branch group." }),
  done_after_days: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 365,
      description: "Finished roadside jobs are filed after so many days; null: by hand.",
    }),
  ),
  photos_before_tow: Type.Integer({ minimum: 0, maximum: 20 }),
  photos_at_finish: Type.Integer({ minimum: 0, maximum: 20 }),
  arrive_warning_meters: Type.Integer({ minimum: 50, maximum: 50_000 }),
  constraint_levels: ClosedObject(
    {
      CAPACITY: ViolationLevelField,
      WORKLOAD: ViolationLevelField,
      SKILL: ViolationLevelField,
      VEHICLE_TYPE: ViolationLevelField,
      SEATS: ViolationLevelField,
      AVAILABILITY_USER: Type.Optional(ViolationLevelField),
      AVAILABILITY_VEHICLE: Type.Optional(ViolationLevelField),
      OUTSIDE_SHIFT: Type.Optional(ViolationLevelField),
    } satisfies Record<PlanningConstraint, typeof ViolationLevelField>,
    {
      description:
        "How grave it is when a tour breaks a rule of planning: also when a person of its crew (`AVAILABILITY_USER`) or its vehicle " +
        "(`AVAILABILITY_VEHICLE`) is away by the calendar at the time, or not on shift (`OUTSIDE_SHIFT`). These three keep their " +
        "default where they are left out.",
    },
  ),
  cold_storage_hours: Nullable(
    Type.Integer({
      minimum: 1,
      maximum: 240,
      description:
        "A deceased person who is not in the cold yet is planned to reach a cold store at most so many hours after the " +
        "death, counted from the end of that day or from when the case was made, whichever came first; null: no such rule.",
    }),
  ),
  cold_storage_is_hard: Type.Boolean({
    description:
      "Plans leave a case unserved rather than bring the deceased too late; otherwise it is served, and the delay CRITICAL.",
  }),
  break_minutes: Nullable(
    Type.Integer({ minimum: 1, maximum: 240, description: "How long a crew's break is; null: plans have no breaks." }),
  ),
  break_after_minutes: Type.Integer({
    minimum: 60,
    maximum: 720,
    description: "The break begins at most so long after the tour; shorter tours have none.",
  }),
  locations_without_tour: Type.Boolean({
    description:
      "Keeps positions of vehicles that are on no tour, from phones that lie in them and from integrations; never from " +
      "people who are signed in.",
  }),
  location_report_minutes: Type.Integer({
    minimum: 1,
    maximum: 120,
    description:
      "In branches with `location_report_required`: how long a tour that works may tell nothing of where it is before its " +
      "devices are asked; after twice the time dispatchers get a critical message `LOCATION_MISSING`.",
  }),
  approval_needs_grant: Type.Boolean({
    description: "Who approves a case needs the grant `approveCase`, and has not created the case.",
  }),
  notices_show_names: Type.Boolean({
    description:
      "Pushes, SMS and calls about a case also say whom or what it is about. Off, they say its number alone: they can be read and heard " +
      "by anyone near the phone.",
  }),
  pin_requires_device: Type.Boolean({
    description: "Drivers sign in by PIN only on a phone that has signed in; on unless turned off.",
  }),
  handover_attachments: Type.Boolean({
    description:
      "The confirmation of a handover may be mailed as an attached PDF, which names the deceased and lies in mailboxes from then on. " +
      "Off, it is mailed as a link alone.",
  }),
} as const;
const dispatchSettingsSchema = Type.Object(dispatchSettingFields);
/** The rules of dispatch as they hold: set by the tenant, or by default. */
export type TenantSettings = Static<typeof dispatchSettingsSchema>;

/** Settings that hold where a tenant sets nothing. */
export const defaultTenantSettings: TenantSettings & {
  readonly constraint_levels: Readonly<Record<PlanningConstraint, ViolationLevel>>;
} = {
  alarm_timeout_seconds: 120,
  auto_unassign_on_alarm_timeout: false,
  driver_undo_seconds: 600,
  dispatcher_undo_seconds: 86_400,
  driver_may_forward: true,
  done_after_days: 14,
  photos_before_tow: 0,
  photos_at_finish: 0,
  arrive_warning_meters: 500,
  // The sum of a tour's cases only counts as moderate, because a full day of single transports exceeds what fits into
  // the vehicle at once; a load that can never be carried is refused.
  constraint_levels: {
    CAPACITY: "CRITICAL",
    WORKLOAD: "MODERATE",
    SKILL: "SEVERE",
    VEHICLE_TYPE: "CRITICAL",
    SEATS: "SEVERE",
    AVAILABILITY_USER: "SEVERE",
    AVAILABILITY_VEHICLE: "SEVERE",
    OUTSIDE_SHIFT: "MARGINAL",
  },
  // Limits of most burial laws in Germany, and of the laws on working hours in Germany and Austria.
  cold_storage_hours: 36,
  cold_storage_is_hard: false,
  break_minutes: 30,
  break_after_minutes: 360,
  locations_without_tour: false,
  location_report_minutes: 10,
  approval_needs_grant: false,
  notices_show_names: false,
  pin_requires_device: true,
  handover_attachments: false,
};

export const TenantSettings = ClosedObject(dispatchSettingFields, {
  $id: "TenantSettings",
  description: "The rules of dispatch that a tenant sets for itself.",
  examples: [defaultTenantSettings],
});
/** Request for settings; only those that differ from the default need to be named. */
export const TenantSettingsRequest = Type.Partial(TenantSettings, {
  $id: "TenantSettingsRequest",
  additionalProperties: false,
  examples: [{ alarm_timeout_seconds: 90 }],
});
