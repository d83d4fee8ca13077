SKILL_ID=$(curl -s "$BASE/skills?skill_type=VEHICLE" -H "Authorization: Bearer $ADMIN_TOKEN" |
  jq -r '.[] | select(.name == "Treppensteiger").id')

curl -s -X PUT "$BASE/vehicles/$VEHICLE_ID" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "license_plate": "G 471 LS",
    "description": "Hearse with a stair climber",
    "active": true,
    "capacity": 2,
    "skill_associations": [{"skill_id": "'"$SKILL_ID"'", "association_type": "OFFERING"}],
    "lock_version": '"$LOCK_VERSION"'
  }' | jq '{license_plate, lock_version, skills: [.skills[] | {name, association_type}]}'
