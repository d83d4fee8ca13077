BASE=${BASE:-http://localhost:8080/api/v1}
export DEMONSTRATION_PASSWORD=${DEMONSTRATION_PASSWORD:-$(cat data/demonstration-password)}
field() { node -pe "JSON.parse(fs.readFileSync(0)).$1"; }

KEY=$(curl -s $BASE/tenants/config/bestattung/key | field tenant_key)
TOKEN=$(curl -s $BASE/auth/user -H "X-Tenant-Key: $KEY" -H "Content-Type: application/json" \
  -d '{"email": "dispo1@bestattung.example", "password": "'"$DEMONSTRATION_PASSWORD"'"}' | field token)
echo "Signed in with $TOKEN"
