curl -s -X PUT "$BASE/location" \
  -H "Authorization: Bearer $TELEMATICS_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"locations": [
    {"vehicle_id": "'"$VEHICLE_ID"'", "lat": 47.0707, "lon": 15.4395, "time": "2026-03-02T08:15:00Z"},
    {"vehicle_id": "'"$VEHICLE_ID"'", "lat": 47.0712, "lon": 15.4401, "time": "'"$(date -u +%FT%TZ)"'", "speed_meters_per_second": 8.3}
  ]}'
