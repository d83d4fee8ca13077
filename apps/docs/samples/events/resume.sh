CURSOR=$(curl -s "$BASE/dashboard" -H "Authorization: Bearer $TOKEN" | jq -r .cursor)

curl -s -o /dev/null "$BASE/cases/$CASE_ID/comment" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"text": "The family will be there"}'

curl -sN --max-time 2 "$BASE/dashboard" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Accept: text/event-stream" \
  -H "Last-Event-ID: $CURSOR" || true # curl calls the end of its time a failure
