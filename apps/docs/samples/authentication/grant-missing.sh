curl -s "$BASE/vehicles" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"license_plate": "G 123 AB", "description": "Hearse", "active": true, "capacity": 2}'
