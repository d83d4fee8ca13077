SKILL_ID=$(curl -s "$BASE/skills?skill_type=VEHICLE" -H "Authorization: Bearer $ADMIN_TOKEN" |
  jq -r '.[] | select(.name == "Treppensteiger").id')

# What only answers have is left out by name; all else is sent back, because it would be emptied.
curl -s "$BASE/vehicles/$VEHICLE_ID" -H "Authorization: Bearer $ADMIN_TOKEN" |
  jq '.skill_associations = [.skills[] | {skill_id: .id, association_type}]
    | .skill_associations += [{skill_id: "'"$SKILL_ID"'", association_type: "OFFERING"}]
    | .skill_associations |= unique
    | del(.id, .tenant_id, .natural_id, .created_at, .updated_at, .vehicle_type, .skills, .current_tour_id,
      .current_tour_natural_id, .current_tour_status, .device_phone_number, .active_device_association, .location,
      .distance_to_target_location, .duration_to_target_location)' |
  curl -s -X PUT "$BASE/vehicles/$VEHICLE_ID" \
    -H "Authorization: Bearer $ADMIN_TOKEN" \
    -H "Content-Type: application/json" \
    -d @- | jq '{license_plate, branch_id, lock_version, skills: [.skills[] | {name, association_type}]}'
