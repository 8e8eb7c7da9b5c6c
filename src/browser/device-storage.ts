/** What this device keeps for the reader. Some browsers keep nothing: then reading finds nothing. */
export function readFromDevice(key: string): string | null {
  try {
    return localStorage.getItem(key)
  } catch {
    return null
  }
}

/** Whether it was kept. */
export function keepOnDevice(key: string, value: string): boolean {
  try {
    localStorage.setItem(key, value)
    return true
  } catch {
    return false
  }
}

export function removeFromDevice(key: string) {
  try {
    localStorage.removeItem(key)
  } catch {
    // Then there is nothing.
  }
}

/** The keys of all that is kept. */
export function keysOnDevice(): string[] {
  try {
    return Object.keys(localStorage)
  } catch {
    return []
  }
}
