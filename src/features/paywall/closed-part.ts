/**
 * Shows the wall in place of a story's closed part (the page's own until the server has sent its options), or why the
 * story can't be shown. This code doesn't use React, because every guest who reads on loads it.
 */
import { track } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import { createElement } from '../../browser/create-element.ts'
import { createRetry } from '../../browser/retry.ts'
import { describeVisit } from '../../browser/visit-attribution.ts'
import { rememberSignUp } from '../../browser/weekly-sign-up.ts'
import { trackView } from '../../contracts/analytics/tracked-elements.ts'
import { botCheckActions } from '../../contracts/settings/bot-check-config.ts'
import type { SubscriptionDetail } from '../../domain/subscription/subscription-status.ts'
import type { ArticleBody } from './article-body-store.ts'
import { createMeteredWall } from './metered-wall.ts'
import type { WallClasses } from './wall-classes.ts'
import { createWallStore } from './wall-store.ts'
import { getUnpaidChoices } from './wall-text.ts'

export type ClosedPart = {
  /** Requests the options from the server if the story is metered. */
  ask(): void
  showDetail(detail: SubscriptionDetail | undefined): void
  showBody(body: ArticleBody, tryAgain: () => void): void
}

/**
 * Shows a story that the server has opened until this time; null for entitled readers. `takesFocus`: the reader has
 * pressed a button. Resolves to false if the script that shows the story doesn't load.
 */
export type OpenStory = (until: string | null, takesFocus: boolean) => Promise<boolean>

function showTrying(button: HTMLButtonElement, isTrying: boolean) {
  button.disabled = isTrying
  button.textContent = isTrying ? 'Trying again…' : 'Try again'
}

function createFailure(
  body: ArticleBody,
  buttonClass: string,
  tryAgain: () => void,
): HTMLElement | null {
  if (body.state === 'gone')
    return createElement(
      'div',
      { class: 'story-unavailable' },
      createElement('p', { role: 'alert' }, body.message),
    )
  if (body.state !== 'unavailable') return null
  const button = createElement('button', { type: 'button', class: `${buttonClass} try-again` })
  showTrying(button, body.isTrying)
  button.addEventListener('click', tryAgain)
  return createElement(
    'div',
    { class: 'story-unavailable' },
    createElement(
      'div',
      { role: 'alert' },
      createElement('p', {}, body.message),
      createElement(
        'p',
        { class: 'reassurance' },
        'We’ll keep trying, and the story will appear here as soon as it loads.',
      ),
    ),
    button,
  )
}

function create(openStory: OpenStory): ClosedPart {
  const frame = document.querySelector<HTMLElement>('[data-wall]')!
  const root = frame.parentElement!
  const { slug = '', metered } = frame.dataset
  const classes: WallClasses = JSON.parse(frame.dataset.classes!)
  const isMetered = metered !== undefined
  const wallStore = createWallStore({
    async fetchWall() {
      const answer = await call('GET /api/articles/:slug/wall', { slug })
      if (answer.ok && answer.value.state === 'closed') await meteredWall.prepare(answer.value.ways)
      return answer
    },
    sendUnlock: (request) =>
      call('POST /api/articles/:slug/unlock', {
        slug,
        ...request,
        ...(request.way === 'free' ? {} : describeVisit()),
      }),
    async getBotCheckToken() {
      const botCheck = await import('../../browser/bot-check.ts').catch(() => null)
      return botCheck?.getBotCheckToken(botCheckActions.unlock)
    },
    createRetry,
    track,
    rememberSignUp: () => rememberSignUp(true),
    onOpen: (until) => openStory(until, wallStore.$wall.get().pending !== null),
  })
  const pageWall = [...frame.children]
  let shownWall = pageWall
  const meteredWall = createMeteredWall(slug, classes, frame, wallStore.unlock)
  let detail: SubscriptionDetail | undefined
  let failure: HTMLElement | null = null
  let failureMessage: string | undefined

  function render() {
    const wall = wallStore.$wall.get()
    const choices = wall.choices ?? getUnpaidChoices(detail)
    const shown = choices ? [meteredWall.element] : pageWall
    if (choices) meteredWall.show(choices, wall)
    if (shown[0] !== shownWall[0]) {
      for (const element of shownWall) element.remove()
      frame.prepend(...shown)
      shownWall = shown
    }
    frame.classList.toggle('wall-asking', isMetered && wall.choices === null && !wall.isUnavailable)
    frame.classList.toggle('wall-opening', wall.pending !== null)
    // A wall is counted without its options until they are known.
    const isCounted = isMetered && wall.isUnavailable && wall.choices === null
    for (const [name, value] of Object.entries(trackView('Paywall Viewed', { slug }))) {
      if (isCounted) frame.setAttribute(name, value)
      else frame.removeAttribute(name)
    }
  }

  wallStore.$wall.listen(render)
  // Without this script, the button is a link to the settings.
  frame.addEventListener('click', async (event) => {
    const link = (event.target as Element).closest<HTMLAnchorElement>('[data-retry-payment]')
    if (!link) return
    event.preventDefault()
    const retry = await import('./retry-payment-from-wall.tsx').catch(() => null)
    if (retry) await retry.retryPaymentFromWall(frame)
    else location.assign(link.href)
  })
  return {
    ask() {
      if (!isMetered) return
      frame.classList.add('wall-asked')
      void wallStore.load()
    },
    showDetail(newDetail) {
      detail = newDetail
      render()
    },
    showBody(body, tryAgain) {
      root.hidden = body.state === 'open'
      if (body.state !== 'unknown') delete root.dataset.unlessOpen
      const tryAgainButton = failure?.querySelector('button')
      // A repeated failure isn't announced again.
      if (body.state === 'unavailable' && tryAgainButton && body.message === failureMessage)
        return showTrying(tryAgainButton, body.isTrying)
      failureMessage = body.state === 'unavailable' ? body.message : undefined
      const newFailure = createFailure(body, classes.button, tryAgain)
      frame.hidden = newFailure !== null
      if (failure) failure.replaceWith(...(newFailure ? [newFailure] : []))
      else if (newFailure) root.append(newFailure)
      failure = newFailure
    },
  }
}

let closedPart: ClosedPart | undefined

/** Returns the page's own closed part. */
export const getClosedPart = (openStory: OpenStory): ClosedPart =>
  (closedPart ??= create(openStory))
