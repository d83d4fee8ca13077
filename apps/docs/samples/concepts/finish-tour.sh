TOUR_VERSION=$(curl -s "$BASE/tours/$TOUR_ID" -H "Authorization: Bearer $DISPATCHER_TOKEN" | jq .lock_version)

curl -s -X PUT "$BASE/tours/$TOUR_ID/finish" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"lock_version": '"$TOUR_VERSION"'}'
