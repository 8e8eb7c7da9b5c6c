/** Determines whether a purchase is paid, and whose it is. Every step calls the Worker, so reloads are safe. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import { type ApiFailure, type ApiResult, isServerFault } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type {
  AccountDetails,
  AccountResponse,
  ApprovalResponse,
} from '../../contracts/endpoints/checkout-endpoints.ts'
import type { SessionResponse } from '../../contracts/endpoints/session-endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import type { Result } from '../../domain/result.ts'
import type { PlanId } from '../../domain/subscription/plan.ts'

type Payer = NonNullable<ApprovalResponse['payer']>

export type FinishState =
  /** `isSlow` is true if the first attempt was inconclusive. */
  | { readonly phase: 'checking'; readonly isSlow: boolean }
  /** The Worker or PayPal is unavailable; the check is retried automatically. */
  | { readonly phase: 'unavailable'; readonly message: string }
  | { readonly phase: 'noCheckout' }
  | { readonly phase: 'notApproved' }
  /** The purchase was made in another browser. */
  | { readonly phase: 'otherBrowser' }
  /** A guest has opened the page from an email. */
  | { readonly phase: 'emailLink' }
  /** A logged-in reader has opened the page from an email, and has to confirm that the purchase is theirs. */
  | { readonly phase: 'claimable'; readonly problem: string; readonly isBusy: boolean }
  /** A guest has paid and has to enter their name. */
  | {
      readonly phase: 'name'
      readonly payer: Payer
      readonly isTrial: boolean
      readonly problem: string
      readonly accountExists: boolean
      readonly isBusy: boolean
    }
  /** The reader, or the student's address, already had a subscription: `message` says which. */
  | { readonly phase: 'duplicate'; readonly message: string }
  | { readonly phase: 'trialUsed' }
  | { readonly phase: 'planNotChanged'; readonly message: string }
  /** `newAccount` is set if the account was just created for the purchase. */
  | {
      readonly phase: 'done'
      readonly plan: PlanId | null
      readonly newAccount: { readonly email: string; readonly isEmailSent: boolean } | null
      /** The first payment of a new subscription that replaces another one at that time; otherwise null. */
      readonly change: { readonly at: string; readonly isSamePlan: boolean } | null
    }

export type FinishDeps = {
  readonly id: string | null
  /** The key from the link in an email. */
  readonly key: string | null
  readonly isReader: () => boolean
  readonly approval: (id: string, key: string | null) => Promise<ApiResult<ApprovalResponse>>
  readonly createAccount: (
    id: string,
    account: AccountDetails,
    key: string | null,
  ) => Promise<ApiResult<AccountResponse>>
  readonly claim: (id: string, key: string | null) => Promise<ApiResult<SubscriptionResponse>>
  /** Fails with a message for the reader if the browser doesn't store the session. */
  readonly startSession: (session: SessionResponse) => Promise<Result<void, string>>
  readonly acceptSubscription: (subscription: SubscriptionResponse) => void
  readonly onPaid: (id: string, approval: ApprovalResponse) => void
  readonly onNameStep: (id: string) => void
  readonly onClaimed: () => void
  readonly createRetry: (attempt: () => void) => Retry
}

const serverFaultMessage =
  'We can’t check your purchase right now. If you’ve paid, your payment is safe. We’ll keep trying.'

/**
 * The number of negative responses before a payer who has just returned sees that there was no approval: the Worker
 * caches such a response for some seconds, and PayPal may be late.
 */
const unapprovedAnswers = 5

export const getPurchaseEvent = ({ isTrial }: Pick<ApprovalResponse, 'isTrial'>) =>
  isTrial ? 'Trial Started' : 'Purchase Completed'

export function createFinishStore(deps: FinishDeps) {
  const { id, key, isReader } = deps
  const $current = atom<FinishState>({ phase: 'checking', isSlow: false })
  const retry = deps.createRetry(() => void checkPayment())
  const show = (finish: FinishState) => $current.set(finish)
  let unapproved = 0

  function showDone(
    plan: PlanId | null,
    newAccount: Extract<FinishState, { phase: 'done' }>['newAccount'] = null,
    change: Extract<FinishState, { phase: 'done' }>['change'] = null,
  ) {
    retry.reset()
    deps.onClaimed()
    show({ phase: 'done', plan, newAccount, change })
  }

  function showUnavailable(failure: ApiFailure) {
    show({
      phase: 'unavailable',
      message: isServerFault(failure) ? serverFaultMessage : failure.message,
    })
    retry.schedule()
  }

  async function checkPayment() {
    if (!id) return show({ phase: 'noCheckout' })
    if (key && isReader()) return show({ phase: 'claimable', problem: '', isBusy: false })
    const result = await deps.approval(id, key)
    if (!result.ok) return handleFailure(result.failure)
    const approval = result.value
    if (approval.state === 'pending') {
      show({ phase: 'checking', isSlow: $current.get().phase === 'checking' })
      return retry.schedule()
    }
    retry.reset()
    deps.onPaid(id, approval)
    const { payer, plan, isTrial, subscription } = approval
    if (!payer) {
      if (subscription) deps.acceptSubscription(subscription)
      // The purchase may have been paid since.
      const { previousPlan = null, nextPayment = null } = subscription ?? {}
      const isWaiting = approval.isPlanChange && previousPlan && nextPayment
      const change = isWaiting ? { at: nextPayment.at, isSamePlan: previousPlan === plan } : null
      return showDone(plan, null, change)
    }
    if (isReader()) return claimForReader(id, plan)
    deps.onNameStep(id)
    show({ phase: 'name', payer, isTrial, problem: '', accountExists: false, isBusy: false })
  }

  function handleFailure(failure: ApiFailure) {
    switch (failure.code) {
      case 'not_approved':
        if (++unapproved >= unapprovedAnswers) return show({ phase: 'notApproved' })
        show({ phase: 'checking', isSlow: false })
        return retry.schedule()
      case 'not_found':
        return show({ phase: key ? 'emailLink' : 'otherBrowser' })
      case 'already_subscribed':
        return showNotBegun({ phase: 'duplicate', message: failure.message })
      case 'trial_used':
        return showNotBegun({ phase: 'trialUsed' })
      case 'plan_not_changed':
        deps.onClaimed()
        return show({ phase: 'planNotChanged', message: failure.message })
      default:
        return showUnavailable(failure)
    }
  }

  function showNotBegun(state: Extract<FinishState, { phase: 'duplicate' | 'trialUsed' }>) {
    deps.onClaimed()
    show(state)
  }

  /** Adds the purchase to the account of a guest who has logged in since paying. */
  async function claimForReader(id: string, plan: PlanId | null) {
    const claimed = await deps.claim(id, key)
    if (claimed.ok) {
      deps.acceptSubscription(claimed.value)
      return showDone(claimed.value.plan ?? plan)
    }
    const { failure } = claimed
    if (failure.code === 'already_subscribed')
      return showNotBegun({ phase: 'duplicate', message: failure.message })
    if (failure.code === 'trial_used') return showNotBegun({ phase: 'trialUsed' })
    if (failure.code === 'not_found') return show({ phase: 'otherBrowser' })
    if (key && $current.get().phase === 'claimable') {
      const problem = isServerFault(failure)
        ? 'We couldn’t add the subscription to your account. Your payment is safe. Try again in a minute.'
        : failure.message
      return show({ phase: 'claimable', problem, isBusy: false })
    }
    showUnavailable(failure)
  }

  return {
    $finish: computed($current, (finish) => finish) as ReadableAtom<FinishState>,
    start: () => void checkPayment(),
    stop: retry.reset,
    tryAgain() {
      show({ phase: 'checking', isSlow: true })
      void checkPayment()
    },
    async claim() {
      const finish = $current.get()
      if (!id || finish.phase !== 'claimable' || finish.isBusy) return
      show({ ...finish, problem: '', isBusy: true })
      await claimForReader(id, null)
    },
    async createAccount(account: AccountDetails) {
      const finish = $current.get()
      if (!id || finish.phase !== 'name' || finish.isBusy) return
      show({ ...finish, problem: '', accountExists: false, isBusy: true })
      const created = await deps.createAccount(id, account, key)
      if (created.ok) {
        const started = await deps.startSession(created.value)
        if (!started.ok) {
          return show({ ...finish, problem: started.failure, accountExists: true, isBusy: false })
        }
        const { plan, isEmailSent } = created.value
        return showDone(plan, { email: account.email, isEmailSent })
      }
      const { failure } = created
      // Another tab, or a request whose response was lost, has changed the state.
      if (failure.code === 'not_found') return checkPayment()
      show({
        ...finish,
        problem: isServerFault(failure)
          ? 'We couldn’t create your account. Your subscription is safe. Try again in a minute.'
          : failure.message,
        accountExists: failure.code === 'account_exists',
        isBusy: false,
      })
    },
  }
}

export type FinishStore = ReturnType<typeof createFinishStore>
