curl -s "$BASE/tenants/config/bestattung" -H "User-Agent: hospital-orders/1.0"
