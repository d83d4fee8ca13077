act DELIVER '{"received_by": "Herr Berger"}'
echo "$CASE"
