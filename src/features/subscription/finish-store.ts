/**
 * What comes after PayPal: whether it has been paid, and whose it is. Every step asks the edge how things
 * stand, so that the page may be reloaded, opened twice, or opened by a letter's link at any of them.
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import type { Retry } from '../../browser/retry.ts'
import type { ApprovalResponse, NamedAccount } from '../../contracts/checkout.ts'
import type { SessionResponse } from '../../contracts/session.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { PlanId } from '../../domain/plan.ts'
import type { Result } from '../../domain/result.ts'
import { isOurFault } from './checkout-calls.ts'

export type Payer = NonNullable<ApprovalResponse['payer']>

export type Finish =
  /** `isSlow`: PayPal has been asked more than once. */
  | { readonly at: 'looking'; readonly isSlow: boolean }
  /** It cannot be looked up; it is tried again by itself. */
  | { readonly at: 'unseen'; readonly words: string }
  | { readonly at: 'nothing' }
  | { readonly at: 'notAgreed' }
  /** This browser knows nothing of it. */
  | { readonly at: 'unknown' }
  /** Opened by a letter where nobody is logged in. */
  | { readonly at: 'letter' }
  /** Opened by a letter, and whoever is logged in is asked whether it is to be theirs. */
  | { readonly at: 'claimable'; readonly problem: string; readonly isBusy: boolean }
  /** A guest has paid: who are they? */
  | {
      readonly at: 'name'
      readonly payer: Payer
      readonly problem: string
      readonly accountExists: boolean
      readonly isBusy: boolean
    }
  /** They had a subscription already. */
  | { readonly at: 'surplus' }
  /** `email`: of an account that was made for it just now. */
  | { readonly at: 'done'; readonly plan: PlanId | null; readonly email: string | null }

export type FinishDependencies = {
  readonly id: string | null
  /** Of a letter's link. */
  readonly key: string | null
  readonly isReader: () => boolean
  readonly approval: (
    id: string,
    key: string | null,
  ) => Promise<Result<ApprovalResponse, ApiFailure>>
  readonly account: (
    id: string,
    account: NamedAccount,
    key: string | null,
  ) => Promise<Result<SessionResponse, ApiFailure>>
  readonly claim: (
    id: string,
    key: string | null,
  ) => Promise<Result<SubscriptionResponse, ApiFailure>>
  /** Fails with words for the reader if the browser doesn't store the session. */
  readonly enter: (session: SessionResponse) => Promise<Result<void, string>>
  readonly accept: (subscription: SubscriptionResponse) => void
  readonly onPaid: (id: string, approval: ApprovalResponse) => void
  /** A guest comes to the step in which they give their name. */
  readonly onNameStep: (id: string) => void
  /** It has its reader. */
  readonly onOwned: () => void
  readonly createRetry: (attempt: () => void) => Retry
}

const ourFault =
  'We cannot look this up right now. The fault is ours, not yours, and what you have paid is safe. We keep trying.'

export function createFinishStore(dependencies: FinishDependencies) {
  const { id, key, isReader } = dependencies
  const $current = atom<Finish>({ at: 'looking', isSlow: false })
  const retry = dependencies.createRetry(() => void look())
  const show = (finish: Finish) => $current.set(finish)

  function done(plan: PlanId | null, email: string | null = null) {
    retry.reset()
    dependencies.onOwned()
    show({ at: 'done', plan, email })
  }

  function unseen(failure: ApiFailure) {
    show({ at: 'unseen', words: isOurFault(failure) ? ourFault : failure.message })
    retry.schedule()
  }

  async function look() {
    if (!id) return show({ at: 'nothing' })
    if (key && isReader()) return show({ at: 'claimable', problem: '', isBusy: false })
    const answer = await dependencies.approval(id, key)
    if (!answer.ok) return lookedInVain(answer.failure)
    const approval = answer.value
    if (approval.state === 'pending') {
      show({ at: 'looking', isSlow: $current.get().at === 'looking' })
      return retry.schedule()
    }
    retry.reset()
    dependencies.onPaid(id, approval)
    const { payer, plan, subscription } = approval
    if (!payer) {
      if (subscription) dependencies.accept(subscription)
      return done(plan)
    }
    if (isReader()) return claimIt(id, plan)
    dependencies.onNameStep(id)
    show({ at: 'name', payer, problem: '', accountExists: false, isBusy: false })
  }

  function lookedInVain(failure: ApiFailure) {
    switch (failure.code) {
      case 'not_approved':
        return show({ at: 'notAgreed' })
      case 'not_found':
        return show({ at: key ? 'letter' : 'unknown' })
      case 'already_subscribed':
        return surplus()
      default:
        return unseen(failure)
    }
  }

  function surplus() {
    dependencies.onOwned()
    show({ at: 'surplus' })
  }

  /** What was paid as a guest becomes the reader's who has logged in since. */
  async function claimIt(id: string, plan: PlanId | null) {
    const claimed = await dependencies.claim(id, key)
    if (claimed.ok) {
      dependencies.accept(claimed.value)
      return done(claimed.value.plan ?? plan)
    }
    const { failure } = claimed
    if (failure.code === 'already_subscribed') return surplus()
    if (failure.code === 'not_found') return show({ at: 'unknown' })
    if (key && $current.get().at === 'claimable') {
      const problem = isOurFault(failure) ? ourFault : failure.message
      return show({ at: 'claimable', problem, isBusy: false })
    }
    unseen(failure)
  }

  return {
    $finish: computed($current, (finish) => finish) as ReadableAtom<Finish>,
    start: () => void look(),
    stop: retry.reset,
    tryAgain() {
      show({ at: 'looking', isSlow: true })
      void look()
    },
    async claim() {
      const finish = $current.get()
      if (!id || finish.at !== 'claimable' || finish.isBusy) return
      show({ ...finish, problem: '', isBusy: true })
      await claimIt(id, null)
    },
    /** Makes the account. What was typed is the form's, and stays there whatever goes wrong. */
    async giveName(account: NamedAccount) {
      const finish = $current.get()
      if (!id || finish.at !== 'name' || finish.isBusy) return
      show({ ...finish, problem: '', accountExists: false, isBusy: true })
      const made = await dependencies.account(id, account, key)
      if (made.ok) {
        const entered = await dependencies.enter(made.value)
        if (!entered.ok) {
          return show({ ...finish, problem: entered.failure, accountExists: true, isBusy: false })
        }
        return done(made.value.plan, account.email)
      }
      const { failure } = made
      // Another tab, or an answer that was lost, has been here: how does it stand?
      if (failure.code === 'not_found') return look()
      show({
        ...finish,
        problem: isOurFault(failure)
          ? 'We couldn’t create your account. Your payment is safe. Try again in a minute.'
          : failure.message,
        accountExists: failure.code === 'account_exists',
        isBusy: false,
      })
    },
  }
}

export type FinishStore = ReturnType<typeof createFinishStore>
