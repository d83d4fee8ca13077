SESSION=$(curl -s "$BASE/auth/user" \
  -A "Desk/1.0" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"email": "dispo3@bestattung.example", "password": "'"$DEMONSTRATION_PASSWORD"'"}' | jq -r .token)

curl -s "$BASE/user/sessions" -H "Authorization: Bearer $SESSION" | jq '.[0]'

curl -s -X POST "$BASE/auth/sign_out" -H "Authorization: Bearer $SESSION"
curl -s "$BASE/user/sessions" -H "Authorization: Bearer $SESSION" | jq '{code, message}'
