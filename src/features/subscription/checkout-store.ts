/**
 * A purchase, from the press of the button to PayPal's word. It grants nothing and believes nobody: that
 * somebody has agreed is asked of the edge, which asks PayPal. Whatever is pressed twice, closed, or
 * reloaded, one choice begins one purchase (begun-checkout.ts).
 */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiFailure } from '../../browser/api.ts'
import type {
  ApprovalResponse,
  CheckoutRequest,
  CheckoutResponse,
} from '../../contracts/checkout.ts'
import type { PlanKind } from '../../domain/offer.ts'
import type { Result } from '../../domain/result.ts'
import type { BegunCheckout } from './begun-checkout.ts'
import { isOurFault } from './checkout-calls.ts'

/** The words are in checkout-words.ts. */
export type CheckoutProblem =
  | {
      readonly kind:
        | 'not-begun'
        | 'not-approved'
        | 'window-failed'
        | 'approval-unknown'
        | 'subscribed'
        | 'unfinished'
        | 'student-unconfirmed'
    }
  /** In the words of the API's answer. */
  | { readonly kind: 'refused'; readonly message: string }

export type CheckoutState = {
  /** `beginning`: the edge is asked; `agreeing`: at PayPal; `checking`: whether they have agreed; `done`: the page goes on. */
  readonly step: 'idle' | 'beginning' | 'agreeing' | 'checking' | 'done'
  readonly problem: CheckoutProblem | null
}

export type CheckoutDependencies = {
  readonly begin: (request: CheckoutRequest) => Promise<Result<CheckoutResponse, ApiFailure>>
  readonly approval: (id: string) => Promise<Result<ApprovalResponse, ApiFailure>>
  readonly source: () => CheckoutRequest['source']
  /** What this tab remembers of what was begun in it. */
  readonly memory: {
    toBegin(kind: PlanKind): BegunCheckout
    begun(): BegunCheckout | null
    note(begun: BegunCheckout, id: string): void
    /** This page is left for PayPal's own. */
    leave(): void
    forget(): void
  }
  /** Of a guest who has paid here before and has no account yet. */
  readonly unfinished: () => string | null
  /** Is told which plan it is: the edge knows the reader's country better than a page does. */
  readonly onBegun: (checkout: CheckoutResponse) => void
  /** The reader has a subscription already: the page is to show it. */
  readonly onSubscribed: () => void
  /** Whether somebody is logged in. */
  readonly isReader: () => boolean
  readonly goTo: (address: string) => void
}

/** Thrown to PayPal's script, which expects an error; readers see the store's problem instead. */
export class NotBegun extends Error {}

export const finishAddress = (id: string) => `/subscribe/finish?checkout=${encodeURIComponent(id)}`

export function createCheckoutStore(kind: () => PlanKind, dependencies: CheckoutDependencies) {
  const { memory, goTo } = dependencies
  const $current = atom<CheckoutState>({ step: 'idle', problem: null })
  let beginning: Promise<CheckoutResponse> | undefined

  const show = (step: CheckoutState['step'], problem: CheckoutProblem | null = null) =>
    $current.set({ step, problem })
  const refuse = (problem: CheckoutProblem) => show('idle', problem)

  function refused(failure: ApiFailure) {
    switch (failure.code) {
      case 'already_subscribed':
        if (!dependencies.isReader() && dependencies.unfinished()) {
          return refuse({ kind: 'unfinished' })
        }
        dependencies.onSubscribed()
        return refuse({ kind: 'subscribed' })
      case 'student_not_confirmed':
        return refuse({ kind: 'student-unconfirmed' })
      default:
        return refuse(
          isOurFault(failure)
            ? { kind: 'not-begun' }
            : { kind: 'refused', message: failure.message },
        )
    }
  }

  async function ask(): Promise<CheckoutResponse> {
    show('beginning')
    const begun = memory.toBegin(kind())
    const answer = await dependencies.begin({
      kind: begun.kind,
      source: dependencies.source(),
      requestId: begun.requestId,
    })
    if (!answer.ok) {
      refused(answer.failure)
      throw new NotBegun(answer.failure.code)
    }
    memory.note(begun, answer.value.id)
    dependencies.onBegun(answer.value)
    show('agreeing')
    return answer.value
  }

  /** Begins it, or joins whoever is beginning it. Throws `NotBegun` where it cannot be. */
  function begin(): Promise<CheckoutResponse> {
    beginning ??= ask().finally(() => {
      beginning = undefined
    })
    return beginning
  }

  function finish(id: string) {
    show('done')
    memory.forget()
    goTo(finishAddress(id))
  }

  /** Whether what was begun here has been agreed to; `otherwise` is what to do where it has not. */
  async function check(otherwise: () => void) {
    const begun = memory.begun()
    if (!begun?.id) return otherwise()
    const answer = await dependencies.approval(begun.id)
    if (answer.ok) return finish(begun.id)
    const { code } = answer.failure
    // Agreed to as well: what becomes of a second one, the next page says.
    if (code === 'already_subscribed') return finish(begun.id)
    if (code === 'not_approved') return otherwise()
    // Nobody's here any more: the next press begins another.
    if (code === 'not_found') {
      memory.forget()
      return otherwise()
    }
    refuse({ kind: 'approval-unknown' })
  }

  return {
    $checkout: computed($current, (state) => state) as ReadableAtom<CheckoutState>,
    /** For PayPal's button: begins it and says what it is called. */
    async begin(): Promise<string> {
      return (await begin()).id
    },
    /** The way without a window: PayPal's own page. */
    async goToPage() {
      if ($current.get().step === 'done') return
      const begun = await begin().catch(() => null)
      if (!begun) return
      memory.leave()
      goTo(begun.approveUrl)
    },
    /** PayPal's window says that they have agreed. */
    approved(id: string) {
      finish(id)
    },
    /** Its window was closed. They may have agreed all the same. */
    async closed() {
      show('checking')
      await check(() => refuse({ kind: 'not-approved' }))
    },
    /** PayPal's script has failed. What went wrong before is said already. */
    failed() {
      if (!$current.get().problem) refuse({ kind: 'window-failed' })
    },
    /** The reader is back on this page, after a reload or from a window that has lost it. */
    async lookAgain() {
      const { step, problem } = $current.get()
      if (step !== 'idle' || !memory.begun()) return
      await check(() => problem?.kind === 'approval-unknown' && show('idle'))
    },
  }
}

export type CheckoutStore = ReturnType<typeof createCheckoutStore>
