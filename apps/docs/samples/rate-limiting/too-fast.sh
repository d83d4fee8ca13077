report() {
  curl -si -X PUT "$BASE/location" \
    -H "Authorization: Bearer $TELEMATICS_TOKEN" \
    -H "Content-Type: application/json" \
    -d '{"locations": [{"vehicle_id": "'"$VEHICLE_ID"'", "lat": 47.0707, "lon": 15.4395, "time": "'"$(date -u +%FT%TZ)"'"}]}'
}
until ANSWER=$(report) && [[ $ANSWER == *" 429 "* ]]; do :; done
echo "$ANSWER"
