/**
 * The pages of the cancel flow: their addresses, the page names under which they are counted, and the
 * states of a subscription in which each of them is shown. Each can be the first, and each has the button
 * that cancels.
 */
import type { Screen } from '../../contracts/screen.ts'
import type { SubscriptionResponse } from '../../contracts/subscription.ts'
import type { ReaderStep } from '../../domain/subscription-steps.ts'

export type LeavingScreen = Extract<
  Screen,
  `cancel${string}` | `pause_${string}` | `offer_${string}`
>

export type LeavingPage = {
  readonly path: `/settings/cancel${string}`
  /** The step that the page offers; null if it confirms one that was taken. */
  readonly does: ReaderStep | null
  readonly title: string
  readonly says: string
}

export const leavingPages: Readonly<Record<LeavingScreen, LeavingPage>> = {
  cancellation_choice: {
    path: '/settings/cancel',
    does: 'cancel',
    title: 'Why are you leaving?',
    says: 'We may be able to help. You don’t have to say.',
  },
  cancellation_stories: {
    path: '/settings/cancel/stories',
    does: 'cancel',
    title: 'Six stories you may have missed',
    says: 'As far as we know, you haven’t read these yet.',
  },
  cancellation_technical: {
    path: '/settings/cancel/technical',
    does: 'cancel',
    title: 'What isn’t working?',
    says: 'These are the problems readers write to us about most, and what helped. A person answers every email.',
  },
  cancel_confirmation: {
    path: '/settings/cancel/confirm',
    does: 'cancel',
    title: 'Cancel your subscription?',
    says: 'This is what happens if you cancel.',
  },
  pause_confirmation: {
    path: '/settings/cancel/pause',
    does: 'pause',
    title: 'Pause your subscription?',
    says: 'You won’t be charged while it’s paused. You can resume any time.',
  },
  offer_confirmation: {
    path: '/settings/cancel/offer',
    does: 'takeOffer',
    title: 'A free month?',
    says: 'Your next payment moves back a month and you keep full access. One-time offer.',
  },
  pause_complete: {
    path: '/settings/cancel/paused',
    does: null,
    title: 'Your pause',
    says: '',
  },
  cancel_complete: {
    path: '/settings/cancel/cancelled',
    does: null,
    title: 'Your cancellation',
    says: '',
  },
  offer_complete: {
    path: '/settings/cancel/offered',
    does: null,
    title: 'Your free month',
    says: '',
  },
}

/**
 * Whether a page is shown in this state. `decided`: what the reader has just decided in this tab, because a
 * cancellation with nothing left to read ends the subscription straight away.
 */
export function belongsTo(
  screen: LeavingScreen,
  {
    detail,
    may,
    freeUntil,
  }: Pick<SubscriptionResponse, 'detail' | 'freeUntil'> & { readonly may: readonly ReaderStep[] },
  decided: string | null,
): boolean {
  const { does } = leavingPages[screen]
  if (does !== null) return may.includes(does)
  switch (screen) {
    case 'cancel_complete':
      return detail === 'cancelled' || (detail === 'ended' && decided === 'cancel')
    case 'pause_complete':
      return detail === 'paused'
    default:
      return detail === 'active' && freeUntil !== null
  }
}

export const reasons = {
  stories: 'There isn’t enough I want to read',
  technical: 'Something doesn’t work',
  price: 'It costs too much',
  time: 'I don’t have time to read at the moment',
  direction: 'I don’t like what you publish, or how',
  temporary: 'I only wanted it for a while',
  other: 'Another reason, or I’d rather not say',
} as const
export type Reason = keyof typeof reasons

/** The page that may help with a reason, if what it offers is still possible; otherwise cancelling. */
export function leadsTo(reason: Reason, may: readonly ReaderStep[]): LeavingScreen {
  const pause = may.includes('pause') ? 'pause_confirmation' : 'cancel_confirmation'
  switch (reason) {
    case 'stories':
      return 'cancellation_stories'
    case 'technical':
      return 'cancellation_technical'
    case 'price':
      return may.includes('takeOffer') ? 'offer_confirmation' : pause
    case 'time':
      return pause
    case 'direction':
    case 'temporary':
    case 'other':
      return 'cancel_confirmation'
  }
}
