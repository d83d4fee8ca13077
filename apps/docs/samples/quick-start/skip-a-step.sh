(act DELIVER '{"received_by": "Herr Berger"}'; echo "$CASE") # in a shell of its own, which leaves the case as it is
