for company in bestattung pannenhilfe; do
  KEY=$(curl -s "$BASE/tenants/config/$company/key" | jq -r .tenant_key)
  SESSION=$(curl -s "$BASE/auth/user" \
    -H "X-Tenant-Key: $KEY" \
    -H "Content-Type: application/json" \
    -d '{"email": "dispo4@'"$company"'.example", "password": "'"$DEMONSTRATION_PASSWORD"'"}' | jq -r .token)
  curl -s "$BASE/tours?statuses=STARTED" -H "Authorization: Bearer $SESSION" |
    jq -c --arg company "$company" '{$company, under_way: (.tours | length > 0)}'
done
