curl -s "$BASE/cases/$CASE_ID/send_action" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"action": "CANCEL", "reason": "Ordered twice", "lock_version": 0}'
