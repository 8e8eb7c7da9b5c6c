/**
 * Asks whether visits may be shared, at the foot of the window, until the reader answers. The question covers the page
 * without moving anything, and doesn't take the focus; it precedes the page, so that the keyboard reaches it first.
 */
import { flushEvents } from '../../browser/analytics.ts'
import { call } from '../../browser/api.ts'
import styles from './consent-question.css?url'
import { consentQuestionId, consentText } from './consent-text.ts'

function createElement<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  properties: Partial<HTMLElementTagNameMap[Tag]>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const element = Object.assign(document.createElement(tag), properties)
  element.append(...children)
  return element
}

function createQuestion(): HTMLElement {
  const title = createElement('h2', { id: 'consent-title' }, consentText.question)
  const details = createElement('a', { href: '/privacy#consent' }, consentText.detailsLink)
  const status = createElement('p', { className: 'failure' })
  status.role = 'status'
  const question = createElement('section', { id: consentQuestionId }, title, ' ', details)
  const buttons = ([true, false] as const).map((isGranted) => {
    const label = isGranted ? consentText.allow : consentText.refuse
    const button = createElement('button', { type: 'button' }, label)
    button.addEventListener('click', () => void answer(isGranted))
    return button
  })
  question.append(createElement('div', { className: 'answers' }, ...buttons), status)
  question.setAttribute('aria-labelledby', title.id)
  question.dataset.screenOnly = ''

  async function answer(isGranted: boolean) {
    for (const button of buttons) button.disabled = true
    status.textContent = ''
    const hasFocus = question.contains(document.activeElement)
    flushEvents()
    const stored = await call('PUT /api/consent', { isGranted })
    if (!stored.ok) {
      for (const button of buttons) button.disabled = false
      status.textContent = consentText.failed
      return
    }
    question.remove()
    if (hasFocus) document.getElementById('main')?.focus({ preventScroll: true })
  }
  return question
}

/** Does nothing on pages without a footer: most are forms for logging in or paying, which the question would cover. */
export function askForConsent() {
  if (!document.querySelector('body > footer') || document.getElementById(consentQuestionId)) return
  const skipLink = document.body.firstElementChild
  const link = createElement('link', { rel: 'stylesheet', href: styles })
  // If the styles don't load, the next page asks the question.
  link.addEventListener('load', () => skipLink?.after(createQuestion()))
  document.head.append(link)
}
