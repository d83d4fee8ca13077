curl -si "$BASE/branches"
