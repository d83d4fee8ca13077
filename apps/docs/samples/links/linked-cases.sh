curl -s "$BASE/cases" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "approved": false,
    "data_type": "FUNERAL",
    "parent_id": "'"$CASE_ID"'",
    "funeral_data": {
      "cargo_type": "ITEM",
      "transport_type": "Sonstiges",
      "cargo_item": {"description": "Wreaths and candle holders"}
    }
  }' | jq '{id, parent_id, linked_cases}'
