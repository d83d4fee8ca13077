ACTION_ID=$(node -p "crypto.randomUUID()")
OCCURRED_AT=$(date -u +%FT%TZ)
for attempt in 1 2; do
  curl -s "$BASE/cases/$CASE_ID/send_action" \
    -H "Authorization: Bearer $DISPATCHER_TOKEN" \
    -H "Content-Type: application/json" \
    -d '{
      "action": "ACCEPT",
      "tour_id": "'"$TOUR_ID"'",
      "lock_version": '"$LOCK_VERSION"',
      "action_id": "'"$ACTION_ID"'",
      "occurred_at": "'"$OCCURRED_AT"'"
    }' | jq -c '{lock_version, link_state: .tour_case_states[0].state, code}'
done
