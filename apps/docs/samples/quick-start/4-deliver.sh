todos() { echo "$CASE" | node -pe "JSON.stringify(JSON.parse(fs.readFileSync(0)).todos.$1.map((todo) => todo.id))"; }

act START
act ARRIVE
act LOAD "{\"identity_confirmed\": true, \"belongings_confirmed\": true, \"todos\": $(todos pickup)}"
act DELIVER "{\"received_by\": \"Herr Berger\", \"refusal_reason\": \"Signed on paper\", \"belongings_confirmed\": true, \"todos\": $(todos delivery)}"
echo "{\"state\": \"$(echo "$CASE" | field state.current)\", \"finalized\": $(echo "$CASE" | field finalized)}"
