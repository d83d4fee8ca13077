curl -s "$BASE/webhooks" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "https://hooks.example.com/leitstand",
    "service_account_user_id": "'"$ACCOUNT_ID"'",
    "event_types": ["case update", "case action"]
  }'
