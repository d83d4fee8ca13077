curl -s "$BASE/users/userinfo" -H "Authorization: Bearer $DISPATCHER_TOKEN" |
  jq '{kind, user, roles: [.roles[] | {name, role_type, branch_access, branch_ids}], grants: .grants[:2]}'
