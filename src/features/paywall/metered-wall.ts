/** The wall of a metered article, or of an unpaid subscription: options in the order of the server's answer. */
import { createElement } from '../../browser/create-element.ts'
import { trackClick, trackView } from '../../contracts/analytics/tracked-elements.ts'
import { getLoginPath, getSignUpPathFromWall } from '../../contracts/pages/login-paths.ts'
import type { UnlockOption } from '../../domain/access.ts'
import type { createUnlockForm, UnlockForm } from './unlock-form.ts'
import type { WallClasses } from './wall-classes.ts'
import type { UnlockRequest, Wall, WallChoices } from './wall-store.ts'
import {
  describeAccount,
  describeFreeInstead,
  describeLeft,
  describeProblem,
  describeRegister,
  getPromise,
  wallText,
} from './wall-text.ts'

/** Milliseconds for which the wall waits for the code of a form, if that is its first option. */
const maxFormDelay = 1000

const subscribePath = '/subscribe?source=article'

/** Returns whether an option is a link below the buttons: the first never is; a free story is below a friend's. */
const isMinor = ({ kind }: UnlockOption, position: number, [first]: readonly UnlockOption[]) =>
  position > 0 &&
  (kind === 'register' || kind === 'email' || (kind === 'readFree' && first?.kind === 'referred'))

export type MeteredWall = {
  readonly element: HTMLElement
  /** Loads the code that the options need, so that they can be shown immediately. */
  prepare(ways: readonly UnlockOption[]): Promise<void>
  show(choices: WallChoices, wall: Wall): void
}

type AddressOption = Extract<UnlockOption, { kind: 'email' | 'referred' }>

const createNote = (text: string, id?: string) =>
  createElement('p', { class: 'wall-note', id }, text)

function createFormFailure(buttonClass: string, retry: () => void) {
  const className = `${buttonClass} try-again`
  const button = createElement('button', { type: 'button', class: className }, 'Try again')
  button.addEventListener('click', retry)
  return [createElement('p', { class: 'wall-problem', role: 'alert' }, wallText.formFailed), button]
}

/** Keeps the page's own option, a link to the account, until the amount is known. */
function createPaymentOption(pageOption: Element): Node {
  const option = pageOption.cloneNode(true) as Element
  const [link, note] = [option.querySelector('a')!, option.querySelector('p')!]
  void import('./payment-option.ts').then(({ followAmountDue }) => followAmountDue(link, note))
  return option
}

export function createMeteredWall(
  slug: string,
  classes: WallClasses,
  /** The element that contains the page's own wall. */
  frame: Element,
  unlock: (request: UnlockRequest) => void,
): MeteredWall {
  const prices = frame.querySelector('[data-wall-prices]')!
  const paymentOption = frame.querySelector('[data-wall-payment]')!
  const element = createElement('section', {
    class: 'wall',
    'aria-label': 'Continue reading',
    'data-screen-only': true,
  })
  const problem = createElement('p', { class: 'wall-problem', role: 'alert', tabindex: '-1' })
  const forms = new Map<UnlockOption['kind'], UnlockForm>()
  let shownChoices: WallChoices | undefined
  let current: Wall | undefined
  let readFreeButton: HTMLButtonElement | undefined
  let readFreeLabel = ''
  let createForm: typeof createUnlockForm | undefined

  const createLinkOption = (className: string, href: string, text: string, note: string) =>
    createElement('div', {}, createElement('a', { class: className, href }, text), createNote(note))

  async function loadForm() {
    createForm ??= (await import('./unlock-form.ts')).createUnlockForm
  }

  /** Returns the same form each time, with what was typed. Until its script has loaded, returns the form's place. */
  function openForm(kind: AddressOption['kind'], buttonClass: string): HTMLElement {
    const form = forms.get(kind) ?? createForm?.(kind, buttonClass, classes, unlock)
    if (form) {
      forms.set(kind, form)
      return form.element
    }
    const place = createElement('div')
    async function fillPlace() {
      try {
        await loadForm()
      } catch {
        return place.replaceChildren(...createFormFailure(buttonClass, retry))
      }
      place.replaceWith(openForm(kind, buttonClass))
      updateForms()
    }
    async function retry() {
      await fillPlace()
      forms.get(kind)?.focus()
    }
    void fillPlace()
    return place
  }

  function createFreeButton(className: string, label: string, noteId?: string) {
    readFreeLabel = label
    readFreeButton = createElement('button', {
      type: 'button',
      class: className,
      'aria-describedby': noteId,
    })
    readFreeButton.addEventListener('click', () => unlock({ way: 'free' }))
    return readFreeButton
  }

  function createMajorOption(way: UnlockOption, isPrimary: boolean, { reason }: WallChoices) {
    const className = isPrimary ? classes.primaryButton : classes.button
    switch (way.kind) {
      case 'readFree':
        return createElement(
          'div',
          {},
          createFreeButton(className, wallText.readFree, 'free-stories'),
          createNote(describeLeft(way), 'free-stories'),
        )
      case 'subscribe': {
        const label = reason === 'ended' ? 'Restart' : 'Subscribe'
        const tracked = trackClick('CTA Clicked', { label, source: 'article' })
        const link = createElement(
          'a',
          { class: className, href: subscribePath, ...tracked },
          label,
        )
        return createElement('div', {}, link, prices.cloneNode(true))
      }
      case 'register':
        return createLinkOption(
          className,
          getSignUpPathFromWall(slug),
          'Create a free account',
          describeAccount(way),
        )
      case 'confirmEmail':
        return createLinkOption(
          className,
          `/magic?return=${encodeURIComponent(`/${slug}`)}`,
          'Confirm your address',
          'We’ll email you a link that confirms your address and brings you back here.',
        )
      case 'resume':
        return createLinkOption(className, '/settings', wallText.account, wallText.resumeNote)
      case 'fixPayment':
        return createPaymentOption(paymentOption)
      case 'approve':
        return createLinkOption(className, '/settings/plan', 'Approve again', wallText.approveNote)
      case 'email':
      case 'referred':
        return openForm(way.kind, className)
    }
  }

  function createMinorOption(way: UnlockOption): HTMLElement | null {
    if (way.kind === 'register')
      return createElement('a', { href: getSignUpPathFromWall(slug) }, describeRegister(way))
    if (way.kind === 'readFree') return createFreeButton('wall-link', describeFreeInstead(way))
    if (way.kind !== 'email') return null
    if (forms.has('email')) return openForm('email', classes.button)
    const opener = createElement(
      'button',
      { type: 'button', class: 'wall-link' },
      wallText.emailOption,
    )
    opener.addEventListener('click', async () => {
      await loadForm().catch(() => {})
      opener.replaceWith(openForm('email', classes.button))
      updateForms()
      forms.get('email')?.focus()
    })
    return opener
  }

  function showChoices(choices: WallChoices) {
    const { reason, ways } = choices
    readFreeButton = undefined
    const view =
      reason === 'paymentFailed'
        ? trackView('Failed Payments Wall Viewed', { slug })
        : trackView('Paywall Viewed', { slug, options: ways.map(({ kind }) => kind) })
    for (const [name, value] of Object.entries(view)) element.setAttribute(name, value)
    const majors = ways.map((way, position) =>
      isMinor(way, position, ways) ? null : createMajorOption(way, position === 0, choices),
    )
    const minors = ways
      .filter(isMinor)
      .map((way) => createElement('li', {}, createMinorOption(way)))
    const logIn = createElement(
      'li',
      {},
      'Already subscribed? ',
      createElement('a', { href: getLoginPath(`/${slug}`) }, 'Log in'),
    )
    const focused = document.activeElement
    element.replaceChildren(
      createElement('p', { class: 'wall-promise' }, getPromise(choices)),
      problem,
      createElement('div', { class: 'wall-options' }, ...majors),
      createElement('ul', { class: 'wall-minor' }, ...minors, reason === 'signedOut' && logIn),
    )
    // A form is moved with what was typed, but moving it takes the focus.
    if (element.contains(focused)) (focused as HTMLElement).focus({ preventScroll: true })
  }

  function updateForms() {
    const { pending, problem: last } = current!
    const text = last ? describeProblem(last, shownChoices!.reason) : ''
    for (const [way, form] of forms)
      form.update({ isPending: pending === way, problem: last?.way === way ? text : '' })
    // Shows the error beside its field, if the field is still there.
    const hasForm = shownChoices!.ways.some(({ kind }) => kind === last?.way)
    return hasForm ? '' : text
  }

  return {
    element,
    async prepare([first]) {
      if (first?.kind !== 'referred') return
      const patience = new Promise((resolve) => setTimeout(resolve, maxFormDelay))
      await Promise.race([loadForm().catch(() => {}), patience])
    },
    show(choices, wall) {
      current = wall
      // If the options haven't changed, their elements and the focus are kept.
      if (JSON.stringify(choices) !== JSON.stringify(shownChoices)) {
        shownChoices = choices
        showChoices(choices)
      }
      const isPending = wall.pending === 'free'
      readFreeButton?.setAttribute('aria-disabled', String(isPending))
      if (readFreeButton) readFreeButton.textContent = isPending ? wallText.opening : readFreeLabel
      const shownProblem = updateForms()
      // Changing an alert announces it.
      if (shownProblem === problem.textContent) return
      problem.textContent = shownProblem
      // The button that had the focus may have been removed.
      const { activeElement } = document
      if (shownProblem && (!activeElement || activeElement === document.body))
        problem.focus({ preventScroll: true })
    },
  }
}
