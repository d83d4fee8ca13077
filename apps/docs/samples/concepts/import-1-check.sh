curl -s "$BASE/imports" -H "Authorization: Bearer $ADMIN_TOKEN" -F kind=VEHICLES -F "file=@vehicles.csv" \
  | jq '{rows, creates, updates, unchanged, faulty, faults}'
