curl -s "$BASE/auth/device/verify" \
  -H "X-Tenant-Key: $TENANT_KEY" \
  -H "Content-Type: application/json" \
  -d '{"phone_number": "+436645551023", "one_time_code": "000000"}'
