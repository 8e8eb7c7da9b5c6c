/** Save buttons in articles and, for signed-in readers, in lists. They overlap the text, so nothing moves. */
import { saveFragment } from '../../contracts/pages/login-paths.ts'
import { signedInStatuses } from '../../domain/subscription/subscription-status.ts'
import { showActionToast } from '../../ui/toast.ts'
import styles from './save-button.css?inline'
import { isNewPress, savedStore, startSaved, toggleSaved } from './saved-articles.ts'

type SaveButton = { readonly slug: string; readonly title: string; readonly button: HTMLElement }

const iconSvg =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 3.75h11v16.5L12 16l-5.5 4.25Z"/></svg>'

const readStory = () => document.querySelector<HTMLElement>('#share[data-slug]')?.dataset ?? {}

function findArticleButtons(): SaveButton[] {
  const { slug, title } = readStory()
  if (!slug || !title) return []
  return [...document.querySelectorAll<HTMLElement>('.tools [data-save]')].map((button) => ({
    slug,
    title,
    button,
  }))
}

function addTeaserButton(teaser: HTMLElement): SaveButton[] {
  const link = teaser.querySelector<HTMLAnchorElement>('.headline a')
  const container = teaser.querySelector('.by') ?? teaser.querySelector('.print')
  if (!link || !container || container.querySelector('[data-save]')) return []
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'save'
  button.dataset.save = ''
  // The button is hidden after a sign-out.
  button.dataset.for = `undefined ${signedInStatuses}`
  button.dataset.screenOnly = ''
  button.innerHTML = iconSvg
  container.append(button)
  return [{ slug: link.pathname.slice(1), title: link.textContent.trim(), button }]
}

/** The label says what a press does. “Saved” has the width of “Save”: its end is outside of the layout. */
function updateButton({ slug, title, button }: SaveButton) {
  const isSaved = savedStore.$slugs.get().includes(slug)
  button.toggleAttribute('data-saved', isSaved)
  button.setAttribute('aria-label', isSaved ? `Saved: “${title}”. Remove` : `Save “${title}”`)
  const label = button.querySelector('.word')
  if (!label) return
  label.textContent = 'Save'
  if (!isSaved) return
  const suffix = document.createElement('span')
  suffix.textContent = 'd'
  label.append(suffix)
}

/** Saves a guest's story after login, in case `saveOnNextPage` hasn't (no storage, or already logged in). */
function saveAfterLogin(article: SaveButton | undefined) {
  if (!article || location.hash !== saveFragment) return
  history.replaceState(history.state, '', location.pathname + location.search)
  // A link on another site mustn't save anything.
  const isOwnReferrer =
    URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
  if (!isOwnReferrer) return
  if (!savedStore.$slugs.get().includes(article.slug)) savedStore.save(article.slug)
  notifyOnceSaved(article.slug)
}

/** The store reports failures, and drops the article. */
function notifyOnceSaved(slug: string) {
  function notifyIfResolved() {
    const isSaved = savedStore.$confirmed.get().includes(slug)
    if (isSaved) {
      showActionToast('Story saved. You can find it under Saved Articles.', {
        label: 'Show',
        onAction: () => location.assign('/saved'),
      })
    }
    return isSaved || !savedStore.$slugs.get().includes(slug)
  }
  if (notifyIfResolved()) return
  const stop = savedStore.$slugs.listen(() => notifyIfResolved() && stop())
}

/** The device may have stored the story's former address, which the server replaces. */
function refreshIfRenamed() {
  const { identifier } = readStory()
  if (identifier && savedStore.$slugs.get().includes(identifier)) void savedStore.refresh()
}

export function startSaveButtons() {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  startSaved()
  refreshIfRenamed()
  const buttons: SaveButton[] = []
  function activateButtons(newButtons: readonly SaveButton[]) {
    for (const saveButton of newButtons) {
      saveButton.button.addEventListener('click', (event) => {
        if (isNewPress(event, saveButton.slug)) toggleSaved(saveButton.slug)
      })
      updateButton(saveButton)
      buttons.push(saveButton)
    }
  }
  const addTeaserButtons = () =>
    [...document.querySelectorAll<HTMLElement>('.teaser')].flatMap(addTeaserButton)
  const article = findArticleButtons()
  activateButtons([...article, ...addTeaserButtons()])
  savedStore.$slugs.listen(() => buttons.forEach(updateButton))
  saveAfterLogin(article[0])
  // Scripts insert some lists later.
  const main = document.querySelector('main')!
  new MutationObserver(() => activateButtons(addTeaserButtons())).observe(main, {
    childList: true,
    subtree: true,
  })
}
