const { BASE, TENANT_KEY, DEMONSTRATION_PASSWORD } = process.env;

const answer = await fetch(`${BASE}/auth/user`, {
  method: "POST",
  headers: { "X-Tenant-Key": TENANT_KEY, "Content-Type": "application/json" },
  body: JSON.stringify({ email: "dispo2@bestattung.example", password: DEMONSTRATION_PASSWORD }),
});
console.log(await answer.text());
