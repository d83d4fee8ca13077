curl -s "$BASE/extensions/tenants/oeamtc/cases" \
  -H "Authorization: Bearer $ROADSIDE_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{
    "external_id": "'"$ORDER_NUMBER"'",
    "partner_version": 1,
    "service": {"key": "PH_Standard", "name": "Pannenhilfe", "priority": 3},
    "customer": {"first_name": "Max", "last_name": "Muster", "phone_number": "+43664000000"},
    "vehicle": {"license_plate": "G 123 AB", "country": "AT", "brand": "Skoda", "model": "Octavia"},
    "source_address": {"street": "Triester Straße", "house_number": "12", "zip_code": "8020", "city": "Graz", "country": "AT"}
  }' |
  jq '{created, ignored_fields, case: (.case | {data_type, approved})}'
