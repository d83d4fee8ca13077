curl -s "$BASE/cases/$CASE_ID/state_history" -H "Authorization: Bearer $DISPATCHER_TOKEN" |
  jq '[.[] | {transition, old_state, new_state, new_case_state, actor_kind, lock_version}]'
