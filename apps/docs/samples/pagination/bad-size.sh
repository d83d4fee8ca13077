curl -s "$BASE/users?size=10001" -H "Authorization: Bearer $TOKEN"
