/**
 * Brings to life the buttons that save: those that stand on an article, and one more for each story
 * of a list, which signed-in readers alone get. Such a button lies over the end of the teaser's last
 * line, or in the corner of its picture, so that nothing moves when it comes.
 */
import { saveOnReturn } from '../../contracts/save-on-return.ts'
import { actionToast } from '../../ui/toast.ts'
import styles from './save-button.css?inline'
import { isNewPress, saved, startSaved, toggleSaved } from './saved.ts'

type SaveButton = { readonly slug: string; readonly title: string; readonly button: HTMLElement }

const drawing =
  '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M6.5 3.75h11v16.5L12 16l-5.5 4.25Z"/></svg>'

function onArticle(): SaveButton[] {
  const { slug, title } = document.querySelector<HTMLElement>('#share[data-slug]')?.dataset ?? {}
  if (!slug || !title) return []
  return [...document.querySelectorAll<HTMLElement>('.tools [data-save]')].map((button) => ({
    slug,
    title,
    button,
  }))
}

function onTeaser(teaser: HTMLElement): SaveButton[] {
  const link = teaser.querySelector<HTMLAnchorElement>('.headline a')
  const place = teaser.querySelector('.by') ?? teaser.querySelector('.print')
  if (!link || !place || place.querySelector('[data-save]')) return []
  const button = document.createElement('button')
  button.type = 'button'
  button.className = 'save'
  button.dataset.save = ''
  // Should they sign out meanwhile.
  button.dataset.for = 'undefined isSubscribed isEnding needsToRestart notSubscribed'
  button.dataset.screenOnly = ''
  button.innerHTML = drawing
  place.append(button)
  return [{ slug: link.pathname.slice(1), title: link.textContent.trim(), button }]
}

/**
 * In words that say what a press does. On an article they can be seen, and “Saved” takes the room of
 * “Save”: its end lies outside of it.
 */
function show({ slug, title, button }: SaveButton) {
  const isSaved = saved.$slugs.get().includes(slug)
  button.toggleAttribute('data-saved', isSaved)
  button.setAttribute('aria-label', isSaved ? `Saved: “${title}”. Remove` : `Save “${title}”`)
  const word = button.querySelector('.word')
  if (!word) return
  word.textContent = 'Save'
  if (!isSaved) return
  const end = document.createElement('span')
  end.textContent = 'd'
  word.append(end)
}

/**
 * A reader who logged in to save this story has pressed already. Logging in has noted the save
 * (`saveOnNextPage`), unless the device stores nothing or the reader was logged in before.
 */
function saveOnArrival(article: SaveButton | undefined) {
  if (!article || location.hash !== saveOnReturn) return
  history.replaceState(history.state, '', location.pathname + location.search)
  // From a page of ours: no other site's link saves anything.
  const isOurs =
    URL.canParse(document.referrer) && new URL(document.referrer).origin === location.origin
  if (!isOurs) return
  if (!saved.$slugs.get().includes(article.slug)) saved.save(article.slug)
  confirmOnceSaved(article.slug)
}

/** Tells the reader once the server has it. What failed is told by the store, and is no longer listed. */
function confirmOnceSaved(slug: string) {
  function isSettled() {
    const isSaved = saved.$confirmed.get().includes(slug)
    if (isSaved) {
      actionToast('Saved. You can find it under Saved Articles.', {
        label: 'Show',
        act: () => location.assign('/saved'),
      })
    }
    return isSaved || !saved.$slugs.get().includes(slug)
  }
  if (isSettled()) return
  const stop = saved.$slugs.listen(() => isSettled() && stop())
}

export function startSaving() {
  const style = document.createElement('style')
  style.textContent = styles
  document.head.append(style)
  startSaved()
  const buttons: SaveButton[] = []
  function bringToLife(found: readonly SaveButton[]) {
    for (const one of found) {
      one.button.addEventListener('click', (event) => {
        if (isNewPress(event, one.slug)) toggleSaved(one.slug)
      })
      show(one)
      buttons.push(one)
    }
  }
  const onTeasers = () => [...document.querySelectorAll<HTMLElement>('.teaser')].flatMap(onTeaser)
  const article = onArticle()
  bringToLife([...article, ...onTeasers()])
  saved.$slugs.listen(() => buttons.forEach(show))
  saveOnArrival(article[0])
  // Lists that come later, because they are made for this reader.
  const main = document.querySelector('main')!
  new MutationObserver(() => bringToLife(onTeasers())).observe(main, {
    childList: true,
    subtree: true,
  })
}
