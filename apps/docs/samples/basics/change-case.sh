curl -s "$BASE/cases/$CASE_ID" -H "Authorization: Bearer $TOKEN" |
  jq '{approved, data_type, branch_id, funeral_data, lock_version} + {description: "Second floor, no lift"}' |
  curl -s -X PUT "$BASE/cases/$CASE_ID" \
    -H "Authorization: Bearer $TOKEN" \
    -H "Content-Type: application/json" \
    -d @- | jq '{id, description, lock_version}'
