curl -s "$BASE/dashboard" \
  -H "Authorization: Bearer $PLATFORM_TOKEN" \
  -H "Accept: text/event-stream"
