auth() { curl -s "$BASE/auth/user/$1" -H "X-Tenant-Key: $TENANT_KEY" -H "Content-Type: application/json" -d "$2"; }

# The code has come by SMS to the driver's own number, asked for by POST /auth/user/phone_number.
PROOF=$(auth phone_number/verify '{"phone_number": "'"$DRIVER_NUMBER"'", "code": "'"$DRIVER_CODE"'"}')
echo "$PROOF" | jq -c '{pin_set, pin_release_required}'

sign_in() { auth pin '{"pin_token": "'"$1"'", "pin": "'"$DEMONSTRATION_PIN"'", "device_token": "'"$DEVICE_TOKEN"'"}'; }
SESSION=$(sign_in "$(echo "$PROOF" | jq -r .pin_token)")
echo "$SESSION" | jq -c '{idle_seconds, on_this_phone: (.device_id != null), next_time_without_sms: (.pin_token != null)}'

# The next shift: the PIN and the token of the last answer, no SMS.
sign_in "$(echo "$SESSION" | jq -r .pin_token)" | jq -c '{idle_seconds}'
