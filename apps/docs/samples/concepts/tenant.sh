curl -s "$BASE/tenants/config?tenant_domain=bestattung.example"
