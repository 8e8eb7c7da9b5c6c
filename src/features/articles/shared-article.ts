/** What the share tools of an article share: its address, or a signed-in reader's referral link to it. */
import { isSignedInShown } from '../../browser/reader-hint.ts'
import { getReferralPath } from '../../domain/referral/referral-code.ts'
import type { ShareContent } from '../../ui/share-links.ts'
import { readStoredReferralCode } from '../referral/referral-code-store.ts'

export type SharedArticle = {
  /** Synchronous. The address changes once the reader's link is known. */
  getContent(): ShareContent
  /** Costs one call for each device, when the reader first shares. Waits for a second at most. */
  prepare(): Promise<ShareContent>
}

/** Milliseconds. Browsers forget a click after a few seconds, and then refuse to share. */
const longestWait = 1000

export function createSharedArticle(slug: string, article: ShareContent): SharedArticle {
  const addCode = (code: string | null): ShareContent => {
    if (code === null) return article
    const address = new URL(`${getReferralPath(code)}?to=${slug}`, article.address).href
    return { ...article, address }
  }
  const storedCode = isSignedInShown() ? readStoredReferralCode() : null
  let content = addCode(storedCode)
  let loading: Promise<void> | undefined

  async function load() {
    const { loadReferralCode } = await import('../referral/referral-store.ts')
    content = addCode(await loadReferralCode())
  }

  return {
    getContent: () => content,
    async prepare() {
      if (storedCode !== null || !isSignedInShown()) return content
      // If it fails, the article's own address is shared.
      loading ??= load().catch(() => {})
      await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longestWait))])
      return content
    },
  }
}
