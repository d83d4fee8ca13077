curl -s "$BASE/statistics-dashboard/top_source_addresses?period=YEAR" -H "Authorization: Bearer $DISPATCHER_TOKEN"
