VEHICLE_ID=$(curl -s "$BASE/vehicles?currently_on_tour=false&size=1" -H "Authorization: Bearer $TOKEN" | field vehicles[0].id)
TOUR_ID=$(curl -s $BASE/tours/start -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
  -d "{\"name\": \"My first tour\", \"vehicles\": [{\"vehicle_id\": \"$VEHICLE_ID\"}]}" | field id)

act() { # action, payload: sends an action with the version that the last answer has named
  CASE=$(curl -s $BASE/cases/$CASE_ID/send_action -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" \
    -d "{\"action\": \"$1\", \"tour_id\": \"$TOUR_ID\", \"lock_version\": $(echo "$CASE" | field lock_version), \"payload\": ${2:-{\}}}")
}
act ASSIGN
echo "The case is $(echo "$CASE" | field state.current); the tour may $(echo "$CASE" | field "tour_case_states[0].actions.join(', ')")"
