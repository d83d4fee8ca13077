curl -s -G "$BASE/vehicles" \
  --data-urlencode "text=$LICENSE_PLATE" \
  -H "Authorization: Bearer $TELEMATICS_TOKEN" | jq '.vehicles[] | {id, license_plate, current_tour_status}'
