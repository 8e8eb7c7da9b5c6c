/**
 * The key in the link of a buyer's emails. It's removed from the address immediately, and stored in this tab only, for
 * guests who reload the page or print the card.
 */
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { readTabItem, storeTabItem } from '../../browser/session-storage.ts'

const storageKey = 'gift-key'

/** Key in the link that opened this page. */
let openedWith: string | undefined

/** Returns undefined without a key, and for readers who didn't open the page from an email. */
export function takeGiftKey(): string | undefined {
  const url = new URL(location.href)
  const key = url.searchParams.get('key')
  if (key) {
    openedWith = key
    url.searchParams.delete('key')
    history.replaceState(null, '', url)
    storeTabItem(storageKey, key)
  }
  if (openedWith || isSignedInShown()) return openedWith
  const stored = readTabItem(storageKey)
  return typeof stored === 'string' ? stored : undefined
}
