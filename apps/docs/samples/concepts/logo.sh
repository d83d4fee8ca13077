TENANT_ID=$(curl -s "$BASE/tenants" -H "Authorization: Bearer $ADMIN_TOKEN" | jq -r '.[0].id')
curl -s -X PUT "$BASE/tenants/$TENANT_ID/logos" -H "Authorization: Bearer $ADMIN_TOKEN" \
  -F kind=LOGO -F "file=@sign.svg" | jq '[.frontend.logos[] | {kind, height, width}]'
