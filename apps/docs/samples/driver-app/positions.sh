curl -s -X PUT "$BASE/location" \
  -H "Authorization: Bearer $DEVICE_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"locations": [{"lat": 47.0712, "lon": 15.4401, "time": "'"$(date -u +%FT%TZ)"'", "accuracy_meters": 8}]}'
