import { track } from '../../browser/analytics.ts'
import { copyText } from '../../browser/clipboard.ts'
import type { ShareChannel } from '../../contracts/analytics/article-events.ts'
import type { ShareContent } from '../../ui/share-links.ts'
import { copyingBlocked, linkCopied } from '../../ui/shared-text.ts'

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
    // The dialog was closed, or the browser refused to open it.
  }
}

export function findChannel(element: EventTarget | null): ShareChannel | undefined {
  const target = element instanceof Element ? element.closest<HTMLElement>('[data-channel]') : null
  return target?.dataset.channel as ShareChannel | undefined
}

/** The article's own address is shared, unless a reader with an account chooses their referral link to it. */
export function setUpShareMenu(slug: string, menu: HTMLElement, article: ShareContent) {
  const list = menu.querySelector('ul')!
  const statusMessage = menu.querySelector('[role="status"]')!
  const choice = menu.querySelector<HTMLInputElement>('[data-own-link]')
  const sharesNatively = 'share' in navigator
  const offersChoice = choice && document.documentElement.dataset.reader !== 'guest'
  let content = article
  const trackShare: TrackShare = (channel) => {
    track('Article Shared', { slug, channel })
    if (choice?.checked) track('Referral Link Shared', { channel })
  }

  // The system's dialog already offers these services.
  for (const item of menu.querySelectorAll<HTMLElement>('[data-native]'))
    item.hidden = sharesNatively !== (item.dataset.native === 'true')
  if (sharesNatively && !offersChoice)
    for (const button of document.querySelectorAll('[data-share-open]'))
      button.addEventListener('click', (event) => {
        event.preventDefault()
        void shareNatively(content, trackShare)
      })
  menu.addEventListener('toggle', () => {
    statusMessage.textContent = ''
    // Browsers restore what was chosen before a reload.
    if (choice && content === article) choice.checked = false
  })
  choice?.addEventListener('change', async () => {
    statusMessage.textContent = ''
    // Before the choice is applied, a press would share the other link.
    list.inert = true
    try {
      const { chooseContent, updateLinks } = await import('./own-link.ts')
      content = await chooseContent(choice, slug, article)
      updateLinks(menu, content)
    } catch {
      choice.checked = false
      statusMessage.textContent = 'We couldn’t get your link. Try again in a minute.'
    }
    list.inert = false
  })
  menu.addEventListener('click', async (event) => {
    const channel = findChannel(event.target)
    if (channel === 'native') return shareNatively(content, trackShare)
    if (channel !== 'link') return void (channel && trackShare(channel))
    const isCopied = await copyText(content.address)
    statusMessage.textContent = isCopied
      ? linkCopied
      : `${copyingBlocked} ${content === article ? 'Copy the link from the address bar.' : 'Try another way to share.'}`
    if (isCopied) trackShare('link')
  })
}
