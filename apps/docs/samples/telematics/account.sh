ROLE_ID=$(curl -s "$BASE/roles" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name": "Telematics", "role_type": "INTEGRATION", "branch_access": "ALL", "grants": ["updateLocation", "getVehicles", "getLocations"]}' | jq -r .id)
ACCOUNT_ID=$(curl -s "$BASE/service_account_users" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name": "Telematics", "role_associations": [{"role_id": "'"$ROLE_ID"'"}]}' | jq -r .id)
curl -s "$BASE/service_account_users/$ACCOUNT_ID/tokens" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name": "Production"}' | jq '{name, token}'
