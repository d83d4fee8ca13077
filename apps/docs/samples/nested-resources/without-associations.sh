curl -s "$BASE/cases/$CASE_ID?include_associations=false" -H "Authorization: Bearer $TOKEN" | jq -c 'keys'
