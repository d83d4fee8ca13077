CALENDAR_ID=$(curl -s "$BASE/calendars" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Content-Type: application/json" \
  -d '{"name": "Munich", "holiday_country": "DE", "holiday_region": "BY-KATH"}' | jq -r .id)

curl -s "$BASE/calendars/public_holidays?calendar_id=$CALENDAR_ID&from=$YEAR-08-01&to=$YEAR-12-31" \
  -H "Authorization: Bearer $ADMIN_TOKEN" \
  -H "Accept-Language: en" |
  jq -c '.[] | {date, end_date, name}'
