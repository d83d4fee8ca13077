curl -s "$BASE/tours/start" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name": "Early shift", "vehicles": [{"vehicle_id": "'"$VEHICLE_ID"'"}]}' |
  jq '{id, natural_id, name, status, started_sub_state, lock_version, case_workload}'
