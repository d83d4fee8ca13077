/** What a webhook is called for. */
export interface Subscription {
  readonly id: string;
  readonly service_account_user_id: string;
  readonly event_types: readonly string[];
  readonly branch_ids: readonly string[] | null;
}

/** An event, as far as it decides who is told. */
export interface AddressedEvent {
  readonly type: string;
  /** As the event log has it. */
  readonly audience: {
    readonly everyone?: boolean;
    readonly branch_ids?: readonly string[];
    readonly user_ids?: readonly string[];
    readonly device_ids?: readonly string[];
  };
}
