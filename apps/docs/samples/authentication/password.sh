curl -s "$BASE/auth/user" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"email": "dispo2@bestattung.example", "password": "'"$DEMONSTRATION_PASSWORD"'"}'
