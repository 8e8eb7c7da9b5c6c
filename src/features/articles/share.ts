/** Sharing an article: the system's own way where there is one, else the menu (ShareMenu.astro). */
import { track } from '../../browser/analytics.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import type { Shared } from './share-links.ts'

export type Told = (channel: ShareChannel) => void

/** Whether it was copied: browsers may refuse. */
export async function copyAddress(address: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(address)
    return true
  } catch {
    return false
  }
}

/** Hands it to the system. Readers who think better of it have shared nothing. */
export async function shareBySystem({ title, address, quote }: Shared, told: Told) {
  try {
    await navigator.share({ title, url: address, ...(quote ? { text: quote } : {}) })
    told('native')
  } catch {
    // Closed without a choice, or refused.
  }
}

export function channelOf(element: EventTarget | null): ShareChannel | undefined {
  const target = element instanceof Element ? element.closest<HTMLElement>('[data-channel]') : null
  return target?.dataset.channel as ShareChannel | undefined
}

export function startSharing(slug: string, menu: HTMLElement, article: Shared) {
  const told: Told = (channel) => track('Article Shared', { slug, channel })
  const said = menu.querySelector('[role="status"]')!

  if ('share' in navigator) {
    for (const button of document.querySelectorAll('[data-share-open]')) {
      button.addEventListener('click', (event) => {
        // Instead of opening the menu.
        event.preventDefault()
        shareBySystem(article, told)
      })
    }
  }
  menu.addEventListener('toggle', () => {
    said.textContent = ''
  })
  menu.addEventListener('click', async (event) => {
    const channel = channelOf(event.target)
    if (channel !== 'link') return void (channel && told(channel))
    const isCopied = await copyAddress(article.address)
    said.textContent = isCopied
      ? 'The link is copied.'
      : 'Your browser does not let us copy. The address is in its own bar.'
    if (isCopied) told('link')
  })
}
