jq -n --rawfile ics roster.ics --arg id "$VEHICLE_ID" \
  '{ics: $ics, resource_type: "VEHICLE", resource_id: $id, event_type: "SCHEDULED_SHIFT", dry_run: true}' |
  curl -s "$BASE/calendars/default/events/import" \
    -H "Authorization: Bearer $ADMIN_TOKEN" -H "Content-Type: application/json" -d @- |
  jq '{applied, creatable, refused, events: [.events[] | {line, status, start_date, recurrence, exclusions, error: .error.args}]}'
