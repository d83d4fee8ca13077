const { BASE, TOKEN } = process.env;

async function* everyUser() {
  for (let page = 0; ; page++) {
    const answer = await fetch(`${BASE}/users?page=${page}&size=10`, { headers: { Authorization: `Bearer ${TOKEN}` } });
    const { meta, users } = await answer.json();
    yield* users;
    if (page + 1 >= meta.total_pages) return;
  }
}

const seen = new Set();
for await (const { id } of everyUser()) seen.add(id);
console.log(`${seen.size} people`);
