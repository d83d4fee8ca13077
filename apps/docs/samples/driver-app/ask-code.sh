curl -s "$BASE/auth/device" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"phone_number": "'"$PHONE_NUMBER"'"}'
