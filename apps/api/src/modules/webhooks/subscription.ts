/** Subscription of a webhook: its account, event types and branches. */
export interface WebhookSubscription {
  readonly id: string;
  readonly service_account_user_id: string;
  readonly event_types: readonly string[];
  readonly branch_ids: readonly string[] | null;
}

/** Event with the fields that decide on its recipients. */
export interface EventWithAudience {
  readonly type: string;
  /** Audience as the event log has it. */
  readonly audience: {
    readonly everyone?: boolean;
    readonly branch_ids?: readonly string[];
    readonly user_ids?: readonly string[];
    readonly device_ids?: readonly string[];
  };
}
