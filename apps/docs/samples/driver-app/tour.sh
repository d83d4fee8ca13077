curl -s "$BASE/tours?statuses=STARTED" -H "Authorization: Bearer $DEVICE_TOKEN" |
  jq '.tours[0] | {name, cases: [.open_cases[] | {display_name, link_state, source_city, target_city}]}'
