curl -si "$BASE/cases/00000000-0000-4000-8000-000000000000" \
  -H "Authorization: Bearer $TOKEN" \
  -H "Accept: application/problem+json" \
  -H "Accept-Language: de-AT"
