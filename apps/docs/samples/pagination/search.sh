curl -s "$BASE/cases-request" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "external_ids": ["'"$ORDER_NUMBER"'"],
    "finalized": false,
    "due_from": "2027-06-01T00:00:00+02:00",
    "due_to": "2027-06-02T00:00:00+02:00",
    "sort": ["due_at,asc"],
    "include_associations": false
  }' | jq '{meta, cases: [.cases[] | {id, display_name, due_at, state: .state.current}]}'
