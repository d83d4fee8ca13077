curl -s "$BASE/users/userinfo" -H "Authorization: Bearer $TOKEN" |
  jq '{kind, tenant: .tenant.short_code, roles: [.roles[].name], grants: [.grants[:3][].grant]}'
