curl -s "$BASE/export/template" -H "Authorization: Bearer $ADMIN_TOKEN" -H "Content-Type: application/json" -d '{
  "format": "TXT",
  "content": "Transport {{case.natural_id}}\n{{#if case.contact}}For {{case.contact.name}}{{else}}Nobody is named{{/if}}\n"
}'
