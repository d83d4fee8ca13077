const { BASE, DEMONSTRATION_PASSWORD } = process.env;

async function ask(path, headers, body) {
  const answer = await fetch(BASE + path, {
    headers: { ...headers, "Content-Type": "application/json" },
    ...(body && { method: "POST", body: JSON.stringify(body) }),
  });
  return answer.json();
}

for (const company of ["bestattung", "pannenhilfe"]) {
  const { tenant_key } = await ask(`/tenants/config/${company}/key`);
  const { token } = await ask(
    "/auth/user",
    { "X-Tenant-Key": tenant_key },
    { email: `dispo4@${company}.example`, password: DEMONSTRATION_PASSWORD },
  );
  const { tours } = await ask("/tours?statuses=STARTED", { Authorization: `Bearer ${token}` });
  console.log(JSON.stringify({ company, under_way: tours.length > 0 }));
}
