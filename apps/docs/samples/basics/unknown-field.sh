curl -s "$BASE/cases" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"approved": true, "data_type": "FUNERAL", "priority": "high"}'
