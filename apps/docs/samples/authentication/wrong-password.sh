curl -si "$BASE/auth/user" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"email": "nobody@bestattung.example", "password": "not the right one"}'
