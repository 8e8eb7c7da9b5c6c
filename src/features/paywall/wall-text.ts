/** The wall's sentences. Numbers come from the meter. */

import { invalidEmailMessage } from '../../contracts/endpoints/reader-messages.ts'
import type { ClosedReason, UnlockOption } from '../../domain/access.ts'
import { capitalise } from '../../domain/capitalise.ts'
import type { UnlockWay } from '../../domain/paywall/unlock.ts'
import type { SubscriptionDetail } from '../../domain/subscription/subscription-status.ts'
import { meterDays } from '../../publication/meter.ts'
import type { UnlockProblem, WallChoices } from './wall-store.ts'

type FreeStories = { readonly used: number; readonly allowance: number }

export const wallText = {
  subscribe: 'Subscribe to read this story and all the others, old and new.',
  membersOnly: 'For subscribers only. Subscribe to read this story and all the others.',
  restart: 'Welcome back. Your subscription has ended. Restart it to continue reading.',
  account: 'Go to your account',
  paused: 'Your subscription is paused, so this story is locked.',
  resumeNote: 'Your account shows when your subscription resumes, and how to resume it sooner.',
  paymentFailed: 'There’s a problem with your last payment.',
  paymentFailedNote: 'Retry the payment to keep reading.',
  accountNote: 'Your account shows what to do next.',
  paymentMissing: 'PayPal hasn’t collected your last payment.',
  approveNote:
    'You haven’t been charged. Approve your subscription again at PayPal to keep reading.',
  readFree: 'Read this story free',
  opening: 'Opening…',
  emailOption: 'Enter your email to read this story',
  formFailed: 'We couldn’t load the form. Try again, or reload the page.',
  onPaper: 'Subscribers can read the rest of this story at the address above.',
} as const

export const issueWallText = {
  subscribe: 'Subscribe to read the rest of this issue, and every story.',
  paused: 'Your subscription is paused, so the rest of this issue is locked.',
  onPaper: 'Subscribers can read the rest of this issue at the address above.',
} as const

/** The choices on walls without a meter for an unpaid subscription; null for other readers. */
export function getUnpaidChoices(detail: SubscriptionDetail | undefined): WallChoices | null {
  switch (detail) {
    case 'paymentMissing':
      return { reason: 'paymentFailed', ways: [{ kind: 'approve' }] }
    case 'paymentFailed':
    case 'disputed':
      return { reason: 'paymentFailed', ways: [{ kind: 'fixPayment' }] }
    default:
      return null
  }
}

/** Returns the wall's first sentence. */
export function getPromise({ reason, ways }: WallChoices): string {
  if (reason === 'paused') return wallText.paused
  const first = ways[0]
  if (reason === 'paymentFailed')
    return first?.kind === 'approve' ? wallText.paymentMissing : wallText.paymentFailed
  switch (first?.kind) {
    case 'readFree':
      return reason === 'ended'
        ? 'Welcome back. Your subscription has ended. Read this story free, or restart your subscription to read every story.'
        : 'Read this story free, or subscribe to read every story.'
    case 'confirmEmail':
      return 'Confirm your email address to read this story free, or subscribe.'
    case 'referred':
      return `${first.friendName || 'A friend'} shared this story with you. Enter your email to read it.`
    case 'register':
      return 'Create a free account to read this story.'
    default:
      return reason === 'ended' ? wallText.restart : wallText.subscribe
  }
}

const countStories = (count: number) => (count === 1 ? 'one story' : `${count} stories`)

const formatFreeStories = (count: number) =>
  count === 1 ? 'One free story' : `${count} free stories`

export const describeLeft = ({ used, allowance }: FreeStories) =>
  allowance === 1
    ? `You get one free story every ${meterDays} days.`
    : `${formatFreeStories(allowance - used)} left. You get ${allowance} every ${meterDays} days.`

type RegisterOption = Extract<UnlockOption, { kind: 'register' }>

/** Describes the stories that come with a free account, as a note and as a link. */
export const describeAccount = ({ allowance, left }: RegisterOption) =>
  left === allowance
    ? `${capitalise(countStories(allowance))} every ${meterDays} days, free.`
    : `${capitalise(countStories(allowance))} every ${meterDays} days, free. ${left} left now.`
export const describeRegister = ({ left }: RegisterOption) =>
  `Create a free account to read ${left === 1 ? 'one more story' : `${left} more stories`}`

/** Describes a link to the meter's free story, below a friend's offer, which doesn't count towards the meter. */
export const describeFreeInstead = ({ used, allowance }: FreeStories) =>
  allowance - used === 1
    ? 'Or use your free story'
    : `Or use one of your ${allowance - used} free stories`

const usedUp: Record<UnlockWay, string> = {
  free: `You’ve used all your free stories in the last ${meterDays} days.`,
  email: `You’ve already used your email address to read a story in the last ${meterDays} days.`,
  referred: `You’ve already read a story from a friend in the last ${meterDays} days.`,
}

export function describeProblem({ way, because }: UnlockProblem, reason: ClosedReason): string {
  if (typeof because === 'object') return because.message
  switch (because) {
    case 'usedUp':
      return usedUp[way]
    case 'limit':
      return reason === 'signedOut'
        ? 'Many people on your network have read free stories today. To read this one, create a free account and confirm your email address.'
        : 'Many people on your network have read free stories today, so we need to know that your email address is yours.'
    case 'botCheck':
      return 'We couldn’t confirm that you’re a person, so we can’t open this story without an account.'
    case 'addressUsed':
      return `This email address has already been used to read a story in the last ${meterDays} days.`
    case 'notOffered':
      return 'This story can no longer be opened that way. Reload the page to see how you can read it.'
    case 'invalidAddress':
      return invalidEmailMessage
    case 'notShown':
      return 'The story is open, but we couldn’t load it. Try again, or reload the page.'
  }
}
