curl -s "$BASE/users?page=1&size=2&sort=lastname,asc&sort=firstname,desc" -H "Authorization: Bearer $TOKEN" |
  jq '{meta, users: [.users[] | {firstname, lastname}]}'
