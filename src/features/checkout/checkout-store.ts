/** A purchase up to PayPal's approval, which the Worker verifies. Repeated calls never start a second purchase. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiFailure, type ApiResult, isServerFault } from '../../browser/api.ts'
import type {
  ApprovalResponse,
  CheckoutRequest,
  CheckoutResponse,
} from '../../contracts/endpoints/checkout-endpoints.ts'
import type { PlanKind } from '../../domain/subscription/offer.ts'
import {
  clearPendingCheckout,
  getOrCreateCheckout,
  getPendingCheckout,
  recordRedirect,
  storePendingCheckout,
} from './pending-checkout-store.ts'
import { readUnfinishedCheckout } from './unfinished-checkout.ts'

export type CheckoutProblem =
  | {
      readonly kind:
        | 'not-started'
        | 'not-approved'
        | 'window-failed'
        | 'approval-unknown'
        | 'subscribed'
        | 'unfinished'
    }
  | { readonly kind: 'student-unconfirmed' | 'refused'; readonly message: string }

export type CheckoutState = {
  /** `starting` calls the API, `approving` waits for PayPal, `checking` verifies the approval. */
  readonly step: 'idle' | 'starting' | 'approving' | 'checking' | 'done'
  readonly problem: CheckoutProblem | null
}

export type CheckoutDeps = {
  readonly start: (request: CheckoutRequest) => Promise<ApiResult<CheckoutResponse>>
  readonly approval: (id: string) => Promise<ApiResult<ApprovalResponse>>
  readonly source: () => CheckoutRequest['source']
  /** Whether a subscriber changes to the plan. */
  readonly isPlanChange?: boolean
  /** Called with the Worker's checkout, whose country and plan are more accurate than the page's. */
  readonly onStarted: (checkout: CheckoutResponse) => void
  /** Called to show an existing subscription. */
  readonly onSubscribed: () => void
  /** Called if the student proof has expired, or if the student's address is already in use. */
  readonly onStudentUnconfirmed: () => void
  readonly isReader: () => boolean
  readonly navigate: (url: string) => void
  /** Runs work after the Worker's cached “no approval” has expired (functions/identity/caller-paypal.ts). */
  readonly later: (work: () => unknown) => void
}

/** PayPal's script expects an error; readers see the store's problem instead. */
export class CheckoutNotStarted extends Error {}

export const getFinishUrl = (id: string) => `/subscribe/finish?checkout=${encodeURIComponent(id)}`

export function createCheckoutStore(kind: () => PlanKind, deps: CheckoutDeps) {
  const { navigate } = deps
  const $current = atom<CheckoutState>({ step: 'idle', problem: null })
  let starting: Promise<CheckoutResponse> | undefined

  const show = (step: CheckoutState['step'], problem: CheckoutProblem | null = null) =>
    $current.set({ step, problem })
  const showProblem = (problem: CheckoutProblem) => show('idle', problem)

  function handleFailure(failure: ApiFailure) {
    switch (failure.code) {
      case 'already_subscribed':
        // A guest who has paid may not have an account yet.
        if (!deps.isReader() && readUnfinishedCheckout()) {
          return showProblem({ kind: 'unfinished' })
        }
        deps.onSubscribed()
        return showProblem({ kind: 'subscribed' })
      case 'student_not_confirmed':
        deps.onStudentUnconfirmed()
        return showProblem({ kind: 'student-unconfirmed', message: failure.message })
      default:
        return showProblem(
          isServerFault(failure)
            ? { kind: 'not-started' }
            : { kind: 'refused', message: failure.message },
        )
    }
  }

  async function requestCheckout(): Promise<CheckoutResponse> {
    show('starting')
    const pending = getOrCreateCheckout(kind())
    const result = await deps.start({
      kind: pending.kind,
      source: deps.source(),
      requestId: pending.requestId,
      ...(deps.isPlanChange ? { isPlanChange: true } : {}),
    })
    if (!result.ok) {
      handleFailure(result.failure)
      throw new CheckoutNotStarted(result.failure.code)
    }
    storePendingCheckout(pending, result.value.id)
    deps.onStarted(result.value)
    show('approving')
    return result.value
  }

  /** Starts the purchase, or joins a start that is under way. Throws `CheckoutNotStarted`. */
  function start(): Promise<CheckoutResponse> {
    starting ??= requestCheckout().finally(() => {
      starting = undefined
    })
    return starting
  }

  function goToFinish(id: string) {
    show('done')
    clearPendingCheckout()
    navigate(getFinishUrl(id))
  }

  async function checkApproval(onNotApproved: () => void) {
    const pending = getPendingCheckout()
    if (!pending?.id) return onNotApproved()
    const result = await deps.approval(pending.id)
    if (result.ok) return goToFinish(pending.id)
    const { code } = result.failure
    // The next page explains these failures.
    if (['already_subscribed', 'trial_used', 'plan_not_changed'].includes(code))
      return goToFinish(pending.id)
    if (code === 'not_approved') return onNotApproved()
    // The next press starts another purchase.
    if (code === 'not_found') {
      clearPendingCheckout()
      return onNotApproved()
    }
    showProblem({ kind: 'approval-unknown' })
  }

  /** Checks an approval again after a reload, or if a pop-up has lost its connection to this page. */
  async function recheckApproval() {
    const { step, problem } = $current.get()
    if (step !== 'idle' || !getPendingCheckout()) return
    await checkApproval(() => problem?.kind === 'approval-unknown' && show('idle'))
  }

  return {
    $checkout: computed($current, (state) => state) as ReadableAtom<CheckoutState>,
    /** Starts a purchase and returns the subscription's id, which PayPal's button needs. */
    async start(): Promise<string> {
      return (await start()).id
    },
    async redirectToPayPal() {
      if ($current.get().step === 'done') return
      const pending = await start().catch(() => null)
      if (!pending) return
      recordRedirect()
      navigate(pending.approveUrl)
    },
    handleApproved(id: string) {
      goToFinish(id)
    },
    /** The buyer may have approved before closing the window. */
    async handleWindowClosed() {
      show('checking')
      await checkApproval(() => {
        showProblem({ kind: 'not-approved' })
        deps.later(recheckApproval)
      })
    },
    /** The buyer may have approved before the error. An earlier problem's message is more precise. */
    async handleScriptError() {
      const { step, problem } = $current.get()
      if (problem || step === 'done') return
      show('checking')
      await checkApproval(() => showProblem({ kind: 'window-failed' }))
    },
    recheckApproval,
  }
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>
