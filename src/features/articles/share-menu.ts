import { track } from '../../browser/analytics.ts'
import { copyText } from '../../browser/clipboard.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import type { ShareContent } from '../../ui/share-links.ts'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'

export type TrackShare = (channel: ShareChannel) => void

/** False if the reader closes the dialog. */
export async function shareNatively(
  { title, address, quote }: ShareContent,
  trackShare: TrackShare,
) {
  try {
    await navigator.share({ title, url: address, ...(quote ? { text: quote } : {}) })
    trackShare('native')
  } catch {
    // Closed, or refused.
  }
}

export function findChannel(element: EventTarget | null): ShareChannel | undefined {
  const target = element instanceof Element ? element.closest<HTMLElement>('[data-channel]') : null
  return target?.dataset.channel as ShareChannel | undefined
}

export function setUpShareMenu(slug: string, menu: HTMLElement, article: ShareContent) {
  const trackShare: TrackShare = (channel) => track('Article Shared', { slug, channel })
  const statusMessage = menu.querySelector('[role="status"]')!

  if ('share' in navigator) {
    for (const button of document.querySelectorAll('[data-share-open]')) {
      button.addEventListener('click', (event) => {
        event.preventDefault()
        shareNatively(article, trackShare)
      })
    }
  }
  menu.addEventListener('toggle', () => {
    statusMessage.textContent = ''
  })
  menu.addEventListener('click', async (event) => {
    const channel = findChannel(event.target)
    if (channel !== 'link') return void (channel && trackShare(channel))
    const isCopied = await copyText(article.address)
    statusMessage.textContent = isCopied
      ? linkCopied
      : `${copyingBlocked} Copy the link from the address bar.`
    if (isCopied) trackShare('link')
  })
}
