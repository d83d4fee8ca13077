WEBHOOK_ID=$(curl -s "$BASE/webhooks" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "https://hooks.example.com/leitstand",
    "service_account_user_id": "'"$ACCOUNT_ID"'",
    "event_types": ["case update", "case action"]
  }' | jq -r .id)

curl -s -X POST "$BASE/webhooks/$WEBHOOK_ID/test" -H "Authorization: Bearer $ADMIN_TOKEN" |
  jq '{type, status, attempts}'
