curl -s "$BASE/cases/$CASE_ID" -H "Authorization: Bearer $TOKEN" |
  jq '{active_tours, vehicles, last_assigned_tour, linked_cases}'
