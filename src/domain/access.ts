/** Decides who may read an article, and what the paywall may offer. Doesn't use zod. */
import type { ArticleAccess } from './article.ts'
import type { MeterState } from './paywall/meter-state.ts'
import { type Count, isLeft, type StoryPass } from './paywall/unlock.ts'
import type { Entitlement } from './subscription/entitlement-schema.ts'

export const closedReasons = [
  'signedOut',
  'notSubscribed',
  'ended',
  'paused',
  'paymentFailed',
] as const
export type ClosedReason = (typeof closedReasons)[number]

export const optionKinds = [
  'readFree',
  'referred',
  'subscribe',
  'register',
  'email',
  'confirmEmail',
  'resume',
  'fixPayment',
  'approve',
] as const

/** Options that the paywall may offer. */
export type UnlockOption =
  /** One of the meter's free stories, without a subscription. */
  | ({ readonly kind: 'readFree' } & Count)
  /** The story that a friend's link led to, in return for an email address. */
  | { readonly kind: 'referred'; readonly friendName: string }
  /** Offered even to readers whose subscription has ended. */
  | { readonly kind: 'subscribe' }
  /** `left`: the number of stories that a new account could read for free now. */
  | { readonly kind: 'register'; readonly allowance: number; readonly left: number }
  /** One story, in return for an email address. */
  | { readonly kind: 'email' }
  /**
   * Offered if this network, or other accounts with this unconfirmed address, have read too many free stories today.
   * Neither counts for a confirmed address.
   */
  | { readonly kind: 'confirmEmail' }
  /** The account page says when a pause ends, and how to end it now. */
  | { readonly kind: 'resume' }
  | { readonly kind: 'fixPayment' }
  /** PayPal hasn't collected a payment, and it can't be retried. */
  | { readonly kind: 'approve' }

export type AccessDecision =
  /** `until` is null unless a pass grants access. */
  | { readonly open: true; readonly until: Date | null }
  | { readonly open: false; readonly reason: ClosedReason; readonly ways: readonly UnlockOption[] }

export type AccessReader = Pick<Entitlement, 'entitled' | 'detail'>

export type AccessQuestion = {
  readonly article: { readonly slug: string; readonly access: ArticleAccess }
  /** Null for a guest. */
  readonly reader: AccessReader | null
  readonly meter: MeterState
  /** Passes for any stories. Only gift links grant access to members-only articles. */
  readonly passes: readonly StoryPass[]
  readonly now: Date
}

export function decideAccess(question: AccessQuestion): AccessDecision {
  const { article, reader } = question
  if (article.access === 'public' || reader?.entitled) return { open: true, until: null }
  const until = findPassEnd(question)
  if (until) return { open: true, until }
  const reason = getClosedReason(reader)
  return { open: false, reason, ways: listWays(question, reason) }
}

function findPassEnd({ article, passes, now }: AccessQuestion): Date | null {
  const ends = passes.filter(
    ({ slug, way, until }) =>
      slug === article.slug && until > now && (way === 'gift' || article.access === 'metered'),
  )
  return ends.length > 0 ? new Date(Math.max(...ends.map(({ until }) => until.getTime()))) : null
}

function getClosedReason(reader: AccessReader | null): ClosedReason {
  switch (reader?.detail) {
    case undefined:
      return 'signedOut'
    case 'paused':
      return 'paused'
    // A disputed payment has to be made again.
    case 'disputed':
    case 'paymentFailed':
    case 'paymentMissing':
      return 'paymentFailed'
    case 'ended':
    case 'cancelled':
    case 'underpaid':
    case 'complimentary':
    case 'gift':
      return 'ended'
    case 'active':
    case 'none':
      return 'notSubscribed'
  }
}

/** Lists options in the order in which the paywall shows them. */
function listWays(
  { article, meter, reader }: AccessQuestion,
  reason: ClosedReason,
): readonly UnlockOption[] {
  const isMetered = article.access === 'metered'
  if (reason === 'signedOut') {
    return isMetered ? listGuestOptions(meter) : [{ kind: 'subscribe' }]
  }
  const free = isMetered ? listReaderOptions(meter) : []
  // A subscriber isn't offered a second subscription.
  if (reason === 'paused') return [{ kind: 'resume' }, ...free]
  if (reason === 'paymentFailed')
    return [{ kind: reader?.detail === 'paymentMissing' ? 'approve' : 'fixPayment' }, ...free]
  return [...free, { kind: 'subscribe' }]
}

function listReaderOptions({
  counts,
  isRefused,
  opensByConfirming,
}: MeterState): readonly UnlockOption[] {
  if (!isLeft(counts.free)) return opensByConfirming ? [{ kind: 'confirmEmail' }] : []
  return [isRefused ? { kind: 'confirmEmail' } : { kind: 'readFree', ...counts.free }]
}

function listGuestOptions({
  counts,
  registered,
  friendName,
  isRefused,
}: MeterState): readonly UnlockOption[] {
  const { allowance, used } = registered
  const register: readonly UnlockOption[] = isLeft(registered)
    ? [{ kind: 'register', allowance, left: allowance - used }]
    : []
  if (isRefused) return [...register, { kind: 'subscribe' }]
  const referred: readonly UnlockOption[] =
    friendName !== null && isLeft(counts.referred) ? [{ kind: 'referred', friendName }] : []
  if (isLeft(counts.free)) {
    return [...referred, { kind: 'readFree', ...counts.free }, { kind: 'subscribe' }]
  }
  const email: readonly UnlockOption[] =
    referred.length === 0 && isLeft(counts.email) ? [{ kind: 'email' }] : []
  return [...referred, { kind: 'subscribe' }, ...register, ...email]
}
