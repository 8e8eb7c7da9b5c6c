/** A gift card as shown to anybody with its link or code, up to its redemption. */
import { atom, computed, type ReadableAtom } from 'nanostores'
import type { ApiResult } from '../../browser/api.ts'
import type { GiftCard, GiftEffect } from '../../contracts/endpoints/gift-endpoints.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'

export type OpenGiftState =
  | { readonly phase: 'loading' }
  | { readonly phase: 'unavailable'; readonly message: string }
  | { readonly phase: 'unknown' }
  /** `problem` says why the last attempt to redeem failed. */
  | { readonly phase: 'shown'; readonly card: GiftCard; readonly problem: string }
  | { readonly phase: 'redeemed'; readonly card: GiftCard; readonly until: string | null }

export type OpenGiftDeps = {
  /** Null if the address contains no valid code. */
  readonly code: string | null
  readonly fetchCard: (code: string) => Promise<ApiResult<GiftCard>>
  readonly redeem: (
    code: string,
    effect: GiftEffect['kind'],
  ) => Promise<
    ApiResult<{ readonly until: string | null; readonly subscription: SubscriptionResponse }>
  >
  readonly acceptSubscription: (subscription: SubscriptionResponse) => void
  readonly onSignedOut: () => void
}

const changedMessage =
  'The gift or your subscription has changed since you opened this page. The details below are now up to date.'

export function createOpenGiftStore(deps: OpenGiftDeps) {
  const { code } = deps
  const $current = atom<OpenGiftState>({ phase: 'loading' })

  async function load(problem = '') {
    if (!code) return $current.set({ phase: 'unknown' })
    const result = await deps.fetchCard(code)
    if (result.ok) return $current.set({ phase: 'shown', card: result.value, problem })
    const { failure } = result
    $current.set(
      failure.code === 'not_found'
        ? { phase: 'unknown' }
        : { phase: 'unavailable', message: failure.message },
    )
  }

  return {
    $gift: computed($current, (gift) => gift) as ReadableAtom<OpenGiftState>,
    load: () => load(),
    /** Redeems the gift. Returns a message for the reader if that failed. */
    async redeem(): Promise<string> {
      const gift = $current.get()
      if (!code || gift.phase !== 'shown' || !gift.card.effect) return ''
      const { card } = gift
      const result = await deps.redeem(code, gift.card.effect.kind)
      if (result.ok) {
        deps.acceptSubscription(result.value.subscription)
        $current.set({ phase: 'redeemed', card, until: result.value.until })
        return ''
      }
      const { failure } = result
      // The gift's state has changed: in another tab, by another person, or at PayPal.
      if (failure.code === 'not_possible' || failure.code === 'not_found') {
        await load(changedMessage)
        return ''
      }
      if (failure.code === 'signed_out') {
        deps.onSignedOut()
        await load('You’ve been logged out. Log in again to redeem this gift.')
        return ''
      }
      return failure.message
    },
  }
}
