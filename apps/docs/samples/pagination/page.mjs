const { BASE, TOKEN } = process.env;

const query = new URLSearchParams([
  ["page", "1"],
  ["size", "2"],
  ["sort", "lastname,asc"],
  ["sort", "firstname,desc"],
]);
const answer = await fetch(`${BASE}/users?${query}`, { headers: { Authorization: `Bearer ${TOKEN}` } });
const { meta, users } = await answer.json();
console.log(JSON.stringify({ meta, users: users.map(({ firstname, lastname }) => ({ firstname, lastname })) }));
