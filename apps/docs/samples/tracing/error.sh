curl -s "$BASE/cases/00000000-0000-4000-8000-000000000000" \
  -H "Authorization: Bearer $TOKEN" \
  -H "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"
