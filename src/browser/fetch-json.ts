/** For public files and answers that a page can do without. Null without a good response in JSON. */
export async function fetchJson<Value>(path: string): Promise<Value | null> {
  try {
    const response = await fetch(path)
    return response.ok ? ((await response.json()) as Value) : null
  } catch {
    return null
  }
}
