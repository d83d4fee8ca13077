curl -s -o /dev/null -D - "$BASE/areas" -H "Authorization: Bearer $TOKEN"
