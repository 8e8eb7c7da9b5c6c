import { track } from '../../browser/analytics.ts'
import { copyText } from '../../browser/clipboard.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import type { ShareContent, ShareService } from '../../ui/share-links.ts'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'
import type { SharedArticle } from './shared-article.ts'

export type TrackShare = (channel: ShareChannel) => void

/** Does nothing if the reader closes the dialog. */
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

export function setUpShareMenu(slug: string, menu: HTMLElement, article: SharedArticle) {
  const trackShare: TrackShare = (channel) => track('Article Shared', { slug, channel })
  const statusMessage = menu.querySelector('[role="status"]')!

  for (const button of document.querySelectorAll('[data-share-open]')) {
    // Before the click, so that it doesn't have to wait.
    for (const event of ['pointerenter', 'focus']) {
      button.addEventListener(event, article.prepare, { once: true })
    }
    if (!('share' in navigator)) continue
    button.addEventListener('click', async (event) => {
      event.preventDefault()
      shareNatively(await article.prepare(), trackShare)
    })
  }
  menu.addEventListener('toggle', async () => {
    statusMessage.textContent = ''
    const content = await article.prepare()
    const { buildShareLink } = await import('../../ui/share-links.ts')
    for (const link of menu.querySelectorAll('a')) {
      link.href = buildShareLink(link.dataset.channel as ShareService, content)
    }
  })
  menu.addEventListener('click', async (event) => {
    const channel = findChannel(event.target)
    if (channel !== 'link') return void (channel && trackShare(channel))
    const isCopied = await copyText(article.getContent().address)
    statusMessage.textContent = isCopied
      ? linkCopied
      : `${copyingBlocked} Copy the link from the address bar.`
    if (isCopied) trackShare('link')
  })
}
