/** Any page of the cancel flow can be the first, and each page that offers a step has a cancel button. */
import type { PageName } from '../../contracts/analytics/page-name.ts'
import type { SubscriptionResponse } from '../../contracts/endpoints/subscription-endpoints.ts'
import { capitalise } from '../../domain/capitalise.ts'
import { formatDuration } from '../../domain/number-words.ts'
import {
  chooseForFreeMonths,
  freeMonths,
  retentionOfferFrequency,
  someFreeMonths,
} from '../../domain/subscription/free-months.ts'
import type { CancelReason, ReaderStep } from '../../domain/subscription/subscription-steps.ts'
import { retentionOffer } from '../../publication/offer.ts'

export type CancelPageName = Extract<
  PageName,
  `cancel${string}` | `pause_${string}` | `offer_${string}`
>

export type CancelPage = {
  readonly path: `/settings/cancel${string}`
  /** Null on pages that confirm a step. */
  readonly offeredStep: ReaderStep | null
  readonly title: string
  readonly intro: string
}

export const cancelPages: Readonly<Record<CancelPageName, CancelPage>> = {
  cancellation_choice: {
    path: '/settings/cancel',
    offeredStep: 'cancel',
    title: 'Why are you leaving?',
    intro: 'We may be able to help. You don’t have to say.',
  },
  cancellation_stories: {
    path: '/settings/cancel/stories',
    offeredStep: 'cancel',
    title: 'Stories you may have missed',
    intro: 'We’ve left out the stories we know you’ve read.',
  },
  cancellation_technical: {
    path: '/settings/cancel/technical',
    offeredStep: 'cancel',
    title: 'What isn’t working?',
    intro:
      'These are the problems readers write to us about most, and what helped. A person answers every email.',
  },
  cancel_confirmation: {
    path: '/settings/cancel/confirm',
    offeredStep: 'cancel',
    title: 'Cancel your subscription?',
    intro: 'This is what happens if you cancel.',
  },
  pause_confirmation: {
    path: '/settings/cancel/pause',
    offeredStep: 'pause',
    title: 'Pause your subscription?',
    intro: 'You won’t be charged while it’s paused, and you can end a pause early.',
  },
  offer_confirmation: {
    path: '/settings/cancel/offer',
    offeredStep: 'acceptOffer',
    title: `${capitalise(someFreeMonths)}?`,
    intro: `We’ll give you ${formatDuration(retentionOffer.months)} of your subscription free. You can take ${chooseForFreeMonths('it', 'them')} ${retentionOfferFrequency}.`,
  },
  pause_complete: {
    path: '/settings/cancel/paused',
    offeredStep: null,
    title: 'Your pause',
    intro: '',
  },
  cancel_complete: {
    path: '/settings/cancel/cancelled',
    offeredStep: null,
    title: 'Your cancellation',
    intro: '',
  },
  offer_complete: {
    path: '/settings/cancel/offered',
    offeredStep: null,
    title: `Your ${freeMonths}`,
    intro: '',
  },
}

/**
 * Returns whether a page is shown. `decision` is the last one made in this tab. Cancelling an unpaid subscription ends
 * it straight away, and its confirmation is still shown.
 */
export function isShownFor(
  page: CancelPageName,
  {
    detail,
    allowedSteps,
  }: Pick<SubscriptionResponse, 'detail'> & { readonly allowedSteps: readonly ReaderStep[] },
  decision: unknown,
): boolean {
  const { offeredStep } = cancelPages[page]
  if (offeredStep !== null) return allowedSteps.includes(offeredStep)
  switch (page) {
    case 'cancel_complete':
      return detail === 'cancelled' || (detail === 'ended' && decision === 'cancel')
    case 'pause_complete':
      return detail === 'paused'
    default:
      return (
        detail === 'active' && decision === 'acceptOffer' && !allowedSteps.includes('acceptOffer')
      )
  }
}

export const cancelReasonTexts: Readonly<Record<CancelReason, string>> = {
  stories: 'There isn’t enough I want to read',
  technical: 'Something doesn’t work',
  price: 'It costs too much',
  time: 'I don’t have time to read at the moment',
  direction: 'I don’t like what you publish, or how',
  temporary: 'I only wanted it for a while',
  other: 'Another reason, or I’d rather not say',
}

export function getPageForReason(
  reason: CancelReason,
  allowedSteps: readonly ReaderStep[],
): CancelPageName {
  const pause = allowedSteps.includes('pause') ? 'pause_confirmation' : 'cancel_confirmation'
  switch (reason) {
    case 'stories':
      return 'cancellation_stories'
    case 'technical':
      return 'cancellation_technical'
    case 'price':
      return allowedSteps.includes('acceptOffer') ? 'offer_confirmation' : pause
    case 'time':
      return pause
    case 'direction':
    case 'temporary':
    case 'other':
      return 'cancel_confirmation'
  }
}
