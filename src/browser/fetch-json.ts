/** Fetches public files, and responses that a page can do without. Returns null without a successful JSON response. */
export async function fetchJson<Value>(path: string): Promise<Value | null> {
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as Value) : null
  } catch {
    return null
  }
}
