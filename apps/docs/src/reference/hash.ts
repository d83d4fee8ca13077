/** Part of an address behind the #, decoded; one that nothing encoded, such as `#100%`, stays as it is. */
export function decodeHash(hash: string): string {
  try {
    return decodeURIComponent(hash);
  } catch {
    return hash;
  }
}
