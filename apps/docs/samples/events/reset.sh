curl -sN --max-time 1 "$BASE/dashboard" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Accept: text/event-stream" \
  -H "Last-Event-ID: yesterday" || true # curl calls the end of its time a failure
