curl -s "$BASE/tenants/config/bestattung/key"
