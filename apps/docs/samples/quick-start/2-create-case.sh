CASE=$(curl -s $BASE/cases -H "Authorization: Bearer $TOKEN" -H "Content-Type: application/json" -d '{
  "approved": true,
  "data_type": "FUNERAL",
  "funeral_data": {
    "cargo_type": "PERSON",
    "transport_type": "Transportauftrag",
    "cargo_deceased": {"first_name": "Maria", "last_name": "Muster", "date_of_death": "2026-03-01"},
    "source_address": {"name": "Landeskrankenhaus", "zip_code": "8036", "city": "Graz", "country": "AT"},
    "target_address": {"name": "Zentralfriedhof", "zip_code": "8020", "city": "Graz", "country": "AT"}
  }
}')
CASE_ID=$(echo "$CASE" | field id)
echo "$(echo "$CASE" | field natural_id) is $(echo "$CASE" | field state.current)"
