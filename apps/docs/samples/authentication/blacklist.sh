curl -s -X PATCH "$BASE/service_account_users/$ACCOUNT_ID/tokens/$TOKEN_ID" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"blacklisted": true}'
