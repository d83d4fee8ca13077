curl -s -X PUT "$BASE/devices/update_pushtoken" \
  -H "Authorization: Bearer $DEVICE_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"push_token": "what the push service of the platform gave to the app"}' | jq '{name, push_token}'
