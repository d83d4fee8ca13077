curl -s "$BASE/users?sort=password" -H "Authorization: Bearer $TOKEN"
