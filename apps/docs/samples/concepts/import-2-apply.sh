AUTH="Authorization: Bearer $ADMIN_TOKEN"
IMPORT_ID=$(curl -s "$BASE/imports" -H "$AUTH" -F kind=VEHICLES -F "file=@vehicles.csv" | jq -r .id)
curl -s -X POST "$BASE/imports/$IMPORT_ID/apply" -H "$AUTH" > /dev/null
while curl -s "$BASE/imports/$IMPORT_ID" -H "$AUTH" | jq -e '.status == "APPLYING"' > /dev/null; do sleep 1; done
curl -s "$BASE/imports/$IMPORT_ID" -H "$AUTH" | jq '{status, result: (.result | {created, updated, skipped, stopped_by})}'
