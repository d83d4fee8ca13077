curl -s "$BASE/cases/$CASE_ID/send_action" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"action": "ACCEPT", "tour_id": "'"$TOUR_ID"'", "lock_version": '"$LOCK_VERSION"', "occurred_at": "2099-01-01T00:00:00Z"}'
