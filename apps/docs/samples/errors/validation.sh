curl -s "$BASE/cases" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -H "Accept-Language: en" \
  -d '{
    "data_type": "FUNERAL",
    "funeral_data": {
      "cargo_type": "PERSON",
      "transport_type": "Transportauftrag",
      "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01", "height_cm": 999}
    }
  }'
