import { useSyncExternalStore } from 'react'
import { attempt } from './attempt.ts'

function subscribe(notify: () => void) {
  addEventListener('hashchange', notify)
  return () => removeEventListener('hashchange', notify)
}

const read = () => attempt(() => decodeURIComponent(location.hash.slice(1))) ?? ''

/** Returns the decoded fragment of the address, without `#`; null in the built page. */
export const useFragment = () => useSyncExternalStore(subscribe, read, () => null)
