curl -s "$BASE/calendars/default/events" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "event_type": "UNAVAILABLE", "resource_type": "VEHICLE", "resource_id": "'"$VEHICLE_ID"'", "note": "Workshop",
    "start_at": "'"$MONDAY"'", "end_at": "'"$MONDAY"'T12:00:00Z", "all_day": true, "recurrence": "FREQ=WEEKLY;BYDAY=MO;COUNT=3"
  }' |
  jq '{all_day, start_date, end_date, timezone, recurrence}'
