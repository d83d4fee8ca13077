curl -s "$BASE/cases/$CASE_ID/send_action" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"action": "CANCEL", "tour_id": "'"$TOUR_ID"'", "lock_version": '"$LOCK_VERSION"', "reason": "Ordered twice"}'
