office() { curl -s "$BASE$2" -H "Authorization: Bearer $1" -H "Content-Type: application/json" ${3:+-d "$3"}; }
BRANCH_ID=$(office "$ADMIN_TOKEN" /branches | jq -r 'map(select(.name == "Graz"))[0].id')

# A phone, and a hearse for it to lie in, with numbers that nobody else has.
NUMBER=$(date +%S%N | cut -c1-7)
PHONE_NUMBER=+43664555$NUMBER
DEVICE_ID=$(office "$ADMIN_TOKEN" /devices '{"phone_number": "'"$PHONE_NUMBER"'", "device_type": "SMARTPHONE",
  "name": "My phone", "active_states": [{"branch_id": "'"$BRANCH_ID"'", "active": true}]}' | jq -r .id)
VEHICLE_ID=$(office "$ADMIN_TOKEN" /vehicles '{"license_plate": "G '"$NUMBER"'", "description": "Hearse",
  "active": true, "capacity": 1, "branch_id": "'"$BRANCH_ID"'"}' | jq -r .id)

# A tour with both, and a case on it.
TOUR_ID=$(office "$DISPATCHER_TOKEN" /tours/start '{"name": "Early shift", "branch_id": "'"$BRANCH_ID"'",
  "vehicles": [{"vehicle_id": "'"$VEHICLE_ID"'", "device_id": "'"$DEVICE_ID"'"}]}' | jq -r .id)
CASE_ID=$(office "$DISPATCHER_TOKEN" /cases '{"approved": true, "data_type": "FUNERAL", "branch_id": "'"$BRANCH_ID"'",
  "funeral_data": {"cargo_type": "PERSON", "transport_type": "Transportauftrag",
    "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01"},
    "source_address": {"name": "Landeskrankenhaus", "city": "Graz", "country": "AT"},
    "target_address": {"name": "Zentralfriedhof", "city": "Graz", "country": "AT"}}}' | jq -r .id)
LOCK_VERSION=$(office "$DISPATCHER_TOKEN" "/cases/$CASE_ID/send_action" \
  '{"action": "ASSIGN", "tour_id": "'"$TOUR_ID"'", "lock_version": 0}' | jq .lock_version)
export PHONE_NUMBER VEHICLE_ID TOUR_ID CASE_ID LOCK_VERSION
echo "Case $CASE_ID is on tour $TOUR_ID, at version $LOCK_VERSION"
