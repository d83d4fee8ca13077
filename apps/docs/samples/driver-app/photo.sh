curl -s "$BASE/cases/$CASE_ID/assets" \
  -H "Authorization: Bearer $DEVICE_TOKEN" \
  -F "file=@transport-order.pdf" | jq '{file_name, mime_type}'
