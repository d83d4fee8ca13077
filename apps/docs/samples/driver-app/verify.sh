curl -s "$BASE/auth/device/verify" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"phone_number": "'"$PHONE_NUMBER"'", "one_time_code": "'"$CODE"'"}'
