curl -s "$BASE/cases" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "approved": false,
    "data_type": "FUNERAL",
    "branch_id": "00000000-0000-4000-8000-000000000000",
    "funeral_data": {"cargo_type": "ITEM", "transport_type": "Sonstiges", "cargo_item": {"description": "Urn"}}
  }'
