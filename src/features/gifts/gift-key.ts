/** The key in the link of a buyer's emails: it leaves the address at once, and is stored in this tab only. */
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'

const storageKey = 'gift-key'

/** Undefined without one. */
export function takeGiftKey(): string | undefined {
  const url = new URL(location.href)
  const key = url.searchParams.get('key')
  if (key) {
    url.searchParams.delete('key')
    history.replaceState(null, '', url)
    storeTabItem(storageKey, key)
    return key
  }
  const stored = readTabItem(storageKey)
  return typeof stored === 'string' ? stored : undefined
}
