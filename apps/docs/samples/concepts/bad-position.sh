curl -s -X PUT "$BASE/location" \
  -H "Authorization: Bearer $TELEMATICS_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"locations": [{"vehicle_id": "'"$VEHICLE_ID"'", "lat": 90.0001, "lon": 15.4395, "time": "2026-03-02T08:15:00Z"}]}'
