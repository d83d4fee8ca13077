curl -s "$BASE/auth/user" \
  -H "X-Tenant-Key: not-a-key" \
  -H "Content-Type: application/json" \
  -d '{"email": "dispo1@bestattung.example", "password": "'"$DEMONSTRATION_PASSWORD"'"}'
