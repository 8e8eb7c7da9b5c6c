import { botCheckNotice } from '../../browser/bot-check.ts'
import { createElement } from '../../browser/create-element.ts'
import { invalidEmailMessage } from '../../contracts/endpoints/reader-messages.ts'
import { newsletterFrequency } from '../../domain/newsletter/issue-day.ts'
import { newsletter } from '../../publication/newsletter.ts'
import type { WallClasses } from './wall-classes.ts'
import type { UnlockRequest } from './wall-store.ts'
import { wallText } from './wall-text.ts'

export type UnlockForm = {
  readonly element: HTMLFormElement
  focus(): void
  update(state: { readonly isPending: boolean; readonly problem: string }): void
}

/** Creates the form that unlocks a story in return for an email address, and keeps typed text whatever the response. */
export function createUnlockForm(
  way: 'email' | 'referred',
  buttonClass: string,
  classes: WallClasses,
  unlock: (request: UnlockRequest) => void,
): UnlockForm {
  const problemId = `unlock-${way}-problem`
  const input = createElement('input', {
    class: classes.input,
    type: 'email',
    name: 'email',
    autocomplete: 'email',
    inputmode: 'email',
    maxlength: '254',
    required: true,
    'aria-describedby': problemId,
  })
  const problem = createElement('p', { id: problemId, class: classes.error, role: 'alert' })
  const button = createElement('button', { type: 'submit', class: buttonClass })
  const element = createElement(
    'form',
    { class: 'wall-form', method: 'post', novalidate: true },
    createElement('label', { class: classes.field }, 'Your email address', input),
    problem,
    createElement(
      'label',
      { class: 'wall-weekly' },
      createElement('input', { type: 'checkbox', name: 'weekly' }),
      `Send me ${newsletter.name} too, ${newsletterFrequency}`,
    ),
    button,
    createElement(
      'p',
      { class: 'wall-note' },
      'We keep your address only if you tick the box. If you do, we’ll send one email to confirm it.',
      botCheckNotice && ` ${botCheckNotice}`,
    ),
  )
  function showProblem(text: string) {
    // Screen readers announce an alert when it changes.
    if (problem.textContent !== text) problem.textContent = text
    input.setAttribute('aria-invalid', String(text !== ''))
  }

  input.addEventListener('input', () => showProblem(''))
  element.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!input.validity.valid) {
      showProblem(invalidEmailMessage)
      return input.focus()
    }
    const fields = new FormData(element)
    unlock({ way, email: String(fields.get('email')).trim(), weekly: fields.has('weekly') })
  })
  return {
    element,
    focus: () => input.focus(),
    update({ isPending, problem: text }) {
      showProblem(isPending ? '' : text)
      button.setAttribute('aria-disabled', String(isPending))
      button.textContent = isPending ? wallText.opening : 'Read this story'
    },
  }
}
