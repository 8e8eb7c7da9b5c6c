/**
 * Creates a key by which a browser recognises its reader's own page. The key doesn't identify the account: pages are
 * the same for everyone. Uids are random, and including the handle makes the keys of a reader's former pages unrelated.
 */
export async function createOwnerKey(handle: string, uid: string): Promise<string> {
  const bytes = new TextEncoder().encode(`${handle} ${uid}`)
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return [...hash.slice(0, 12)].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
