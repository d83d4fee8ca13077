curl -s -o /dev/null -D - "$BASE/areas" \
  -H "Authorization: Bearer $TOKEN" \
  -H "traceparent: 00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01" \
  -H "X-Request-Id: order-4711-1" | grep -iE "^(traceparent|x-request-id)" | sort
