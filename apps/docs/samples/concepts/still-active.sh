USER_ID=$(curl -s "$BASE/users/userinfo" -H "Authorization: Bearer $DISPATCHER_TOKEN" | jq -r .user.id)

curl -s -X DELETE "$BASE/users/$USER_ID/inactive" -H "Authorization: Bearer $ADMIN_TOKEN"
