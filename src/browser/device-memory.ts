/**
 * What this browser remembers for its reader, in words of ours: nothing that a page depends on.
 * Where a browser keeps nothing, it is forgotten with the page.
 */
export function remember(name: string, value: string) {
  try {
    localStorage.setItem(name, value)
  } catch {
    // Private windows and full storage refuse.
  }
}

export function recall(name: string): string | null {
  try {
    return localStorage.getItem(name)
  } catch {
    return null
  }
}

export function forget(name: string) {
  try {
    localStorage.removeItem(name)
  } catch {
    // As above.
  }
}
