curl -s "$BASE/routing/nearest_active_vehicles?target_location=14.3120,46.6300&size=1" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" |
  jq '{source, vehicles: [.vehicles[] | {current_tour_started_sub_state, distance_to_target_location, duration_to_target_location, open_cases}]}'
