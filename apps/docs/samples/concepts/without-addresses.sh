CASE=$(curl -s "$BASE/cases" -H "Authorization: Bearer $DISPATCHER_TOKEN" -H "Content-Type: application/json" -d '{
  "approved": true, "data_type": "FUNERAL",
  "funeral_data": {
    "cargo_type": "PERSON", "transport_type": "Transportauftrag",
    "cargo_deceased": {"first_name": "Erika", "last_name": "Beispiel", "date_of_death": "2026-03-01"},
    "source_address": {"name": "Klinikum", "city": "Klagenfurt"}}}' | jq -r .id)
curl -s "$BASE/statistics-dashboard/cases_without_sourcse_or_target_addresses" \
  -H "Authorization: Bearer $DISPATCHER_TOKEN" |
  jq --arg id "$CASE" '.items[] | select(.id == $id) | {display_name, state, missing}'
