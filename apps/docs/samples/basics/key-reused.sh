for name in Maria Martha; do
  curl -s "$BASE/cases/$CASE_ID/comment" \
    -H "Authorization: Bearer $TOKEN" \
    -H "Content-Type: application/json" \
    -H "Idempotency-Key: \"one-key-for-two\"" \
    -d "{\"text\": \"$name will be there\"}" | jq '{code, text, message}'
done
