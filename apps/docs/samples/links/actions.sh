curl -s "$BASE/cases/$CASE_ID" -H "Authorization: Bearer $DISPATCHER_TOKEN" |
  jq '{state, tour_case_states: [.tour_case_states[] | {tour_id, state, bucket, actions}]}'
