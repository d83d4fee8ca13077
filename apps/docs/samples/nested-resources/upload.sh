curl -s "$BASE/cases/$CASE_ID/assets" \
  -H "Authorization: Bearer $TOKEN" \
  -F "file=@transport-order.pdf"
