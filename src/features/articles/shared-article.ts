/** The link that an article's share tools share: its address, or a signed-in reader's referral link to it. */

import type { ShareContent } from '../../ui/share-links.ts'

export type SharedArticle = {
  /** Synchronous. The address changes once the reader's link is known. */
  getContent(): ShareContent
  /** Costs one call for each device, when the reader first shares. Waits for a second at most. */
  prepare(): Promise<ShareContent>
}

/** Milliseconds. Browsers forget a click after a few seconds, and then refuse to share. */
const longestWait = 1000

export function createSharedArticle(slug: string, article: ShareContent): SharedArticle {
  let content = article
  let loading: Promise<void> | undefined

  async function load() {
    const { loadReferralPath } = await import('../referral/referral-store.ts')
    const path = await loadReferralPath()
    if (path === null) return
    content = { ...article, address: new URL(`${path}?to=${slug}`, article.address).href }
  }

  return {
    getContent: () => content,
    async prepare() {
      if (document.documentElement.dataset.reader === 'guest') return content
      // If it fails, the article's own address is shared.
      loading ??= load().catch(() => {})
      await Promise.race([loading, new Promise((resolve) => setTimeout(resolve, longestWait))])
      return content
    },
  }
}
