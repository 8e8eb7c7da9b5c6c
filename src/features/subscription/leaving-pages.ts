/**
 * The pages by which one leaves: their addresses, the screens as which they are counted, and what has
 * to be possible for them to have anything to do. Nobody is kept on the way: each of them can be the
 * first, and each has the way out on it.
 */
import type { Screen } from '../../contracts/screen.ts'
import type { ReaderStep } from '../../domain/subscription-steps.ts'

export type LeavingScreen = Extract<
  Screen,
  `cancel${string}` | `pause_${string}` | `offer_${string}`
>

export type LeavingPage = {
  readonly path: `/settings/cancel${string}`
  /** Null where something has been done: what, the page says by how the subscription stands. */
  readonly does: ReaderStep | null
  readonly title: string
  readonly says: string
}

export const leavingPages: Readonly<Record<LeavingScreen, LeavingPage>> = {
  cancellation_choice: {
    path: '/settings/cancel',
    does: 'cancel',
    title: 'What makes you leave?',
    says: 'Your answer leads to what may help. You need not give one.',
  },
  cancellation_stories: {
    path: '/settings/cancel/stories',
    does: 'cancel',
    title: 'Six that you may have missed',
    says: 'You have not read them, as far as we know. If none of them is for you, then perhaps we are not, and that is all right.',
  },
  cancellation_technical: {
    path: '/settings/cancel/technical',
    does: 'cancel',
    title: 'What goes wrong?',
    says: 'These are what readers write to us about most, and what helped. A person answers every letter.',
  },
  cancel_confirmation: {
    path: '/settings/cancel/confirm',
    does: 'cancel',
    title: 'Cancel your subscription?',
    says: 'This is what happens if you do.',
  },
  pause_confirmation: {
    path: '/settings/cancel/pause',
    does: 'pause',
    title: 'Take a rest?',
    says: 'Nothing is charged while it lasts. You can end it sooner, on any day.',
  },
  offer_confirmation: {
    path: '/settings/cancel/offer',
    does: 'takeOffer',
    title: 'A free month?',
    says: 'The next payment comes a month later, and every story stays open. We offer it once.',
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

export const reasons = {
  stories: 'There is too little here that I want to read',
  technical: 'Something does not work',
  price: 'It costs more than I want to spend',
  time: 'I have no time to read at the moment',
  direction: 'I do not like what you publish, or how',
  temporary: 'I only wanted it for a while',
  other: 'Another reason, or none that I care to give',
} as const
export type Reason = keyof typeof reasons

/** What helps with a reason, as far as it can still be had; where nothing does, cancelling. */
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
