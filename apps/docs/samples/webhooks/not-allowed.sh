curl -s "$BASE/webhooks" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "url": "https://169.254.169.254/latest/meta-data/",
    "service_account_user_id": "'"$ACCOUNT_ID"'",
    "event_types": ["case update"]
  }'
