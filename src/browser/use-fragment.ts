import { useSyncExternalStore } from 'react'

function subscribe(notify: () => void) {
  addEventListener('hashchange', notify)
  return () => removeEventListener('hashchange', notify)
}

function read(): string {
  try {
    return decodeURIComponent(location.hash.slice(1))
  } catch {
    return ''
  }
}

/** Returns the decoded fragment of the address, without `#`; null in the built page. */
export const useFragment = () => useSyncExternalStore(subscribe, read, () => null)
