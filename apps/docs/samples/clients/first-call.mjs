const answer = await fetch(`${process.env.BASE}/tenants/config/bestattung`, {
  headers: { "User-Agent": "hospital-orders/1.0" },
});
console.log(await answer.text());
