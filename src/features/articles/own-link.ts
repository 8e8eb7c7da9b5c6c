/** A reader's own referral link in the share menu, loaded once they choose it. */
import { buildShareLink, type ShareContent, type ShareService } from '../../ui/share-links.ts'
import { loadReferralPath } from '../referral/referral-store.ts'

/** Returns the content for the latest choice. Throws if there is no referral link. */
export async function chooseContent(
  choice: Pick<HTMLInputElement, 'checked' | 'click'>,
  slug: string,
  article: ShareContent,
): Promise<ShareContent> {
  endWithSession(choice)
  const path = choice.checked ? await loadReferralPath() : null
  // The choice may have changed again in the meantime.
  if (!choice.checked) return article
  if (path === null) throw new Error('There’s no referral link.')
  return { ...article, address: new URL(`${path}?to=${slug}`, article.address).href }
}

let observer: MutationObserver | undefined

/** Undoes the choice if the reader logs out in another tab. */
function endWithSession(choice: Pick<HTMLInputElement, 'checked' | 'click'>) {
  const root = document.documentElement
  observer ??= new MutationObserver(() => {
    if (choice.checked && root.dataset.reader === 'guest') choice.click()
  })
  observer.observe(root, { attributeFilter: ['data-reader'] })
}

export function updateLinks(menu: HTMLElement, content: ShareContent) {
  for (const link of menu.querySelectorAll('a'))
    link.href = buildShareLink(link.dataset.channel as ShareService, content)
}
