import { describe, expect, it } from 'vitest'
import { meterDays } from '../publication/offer.ts'
import { type AccessReader, decideAccess, type UnlockOption } from './access.ts'
import type { ArticleAccess } from './article.ts'
import { getMeterState } from './paywall/meter-state.ts'
import { getUnlockEnd, type StoryPass, type Unlock, type UnlockWay } from './paywall/unlock.ts'
import { type SubscriptionDetail, subscriptionDetails } from './subscription/subscription-status.ts'

const now = new Date('2026-11-01T12:00:00Z')
const days = (count: number) => new Date(now.getTime() + count * 24 * 60 * 60 * 1000)
const allowance = { guest: 1, email: 1, referred: 1, registered: 3 }
const off = { guest: 0, email: 0, referred: 0, registered: 0 }
const slug = 'this-story'

const unlock = (other: string, way: UnlockWay = 'free', at = days(-1)): Unlock => ({
  slug: other,
  way,
  at,
})

type Case = {
  readonly access?: ArticleAccess
  readonly reader?: AccessReader | null
  readonly unlocks?: readonly Unlock[]
  readonly passes?: readonly StoryPass[]
  readonly friendName?: string | null
  readonly isRefused?: boolean
  readonly numbers?: typeof allowance
}

function decide({
  access = 'metered',
  reader = null,
  unlocks = [],
  passes = [],
  friendName = null,
  isRefused = false,
  numbers = allowance,
}: Case) {
  const kind = reader ? 'reader' : 'guest'
  const meter = getMeterState({ kind, unlocks }, { friendName, isRefused }, now, numbers)
  return decideAccess({ article: { slug, access }, reader, meter, passes, now })
}

/** The reason and the ways of a closed article, as short texts. */
function listWays(question: Case): readonly string[] {
  const decision = decide(question)
  if (decision.open) return ['open']
  const describeOption = (way: UnlockOption) => {
    switch (way.kind) {
      case 'readFree':
        return `readFree ${way.used} of ${way.allowance}`
      case 'register':
        return `register ${way.left} of ${way.allowance}`
      case 'referred':
        return `referred ${way.friendName}`
      default:
        return way.kind
    }
  }
  return [decision.reason, ...decision.ways.map(describeOption)]
}

const reader = (detail: SubscriptionDetail, entitled = false): AccessReader => ({
  detail,
  entitled,
})

const metered: Unlock[] = [unlock('a'), unlock('b'), unlock('c')]
const free = unlock('a')
const email = unlock('b', 'email')
const referred = unlock('c', 'referred')

describe('who is offered what', () => {
  it.each<[string, Case, string[]]>([
    ['a guest', {}, ['signedOut', 'readFree 0 of 1', 'subscribe']],
    [
      'a guest whose free story is used',
      { unlocks: [free] },
      ['signedOut', 'subscribe', 'register 2 of 3', 'email'],
    ],
    [
      'a guest whose free story and address are used',
      { unlocks: [free, email] },
      ['signedOut', 'subscribe', 'register 1 of 3'],
    ],
    [
      'a guest with more unlocks than an account has',
      { unlocks: metered },
      ['signedOut', 'subscribe', 'email'],
    ],
    [
      'a guest who used an address first',
      { unlocks: [email] },
      ['signedOut', 'readFree 0 of 1', 'subscribe'],
    ],
    [
      'a guest from a friend',
      { friendName: 'Asha' },
      ['signedOut', 'readFree 0 of 1', 'subscribe', 'referred Asha'],
    ],
    [
      'a guest from a friend, whose free story is used',
      { friendName: 'Asha', unlocks: [free] },
      ['signedOut', 'referred Asha', 'subscribe', 'register 2 of 3'],
    ],
    [
      'a guest from a nameless friend',
      { friendName: '', unlocks: [free] },
      ['signedOut', 'referred ', 'subscribe', 'register 2 of 3'],
    ],
    [
      'a guest who has read another friend’s story',
      { friendName: 'Asha', unlocks: [free, referred] },
      ['signedOut', 'subscribe', 'register 2 of 3', 'email'],
    ],
    [
      'a guest on a network at its limit',
      { isRefused: true, friendName: 'Asha' },
      ['signedOut', 'register 3 of 3', 'subscribe'],
    ],
    [
      'a guest at the limit whom an account wouldn’t help',
      { isRefused: true, unlocks: metered },
      ['signedOut', 'subscribe'],
    ],
    [
      'a guest whose story has ended',
      { unlocks: [unlock('a', 'free', days(-meterDays))] },
      ['signedOut', 'readFree 0 of 1', 'subscribe'],
    ],
    [
      'a guest, a second before it ends',
      { unlocks: [unlock('a', 'free', new Date(days(-meterDays).getTime() + 1000))] },
      ['signedOut', 'subscribe', 'register 2 of 3', 'email'],
    ],
    ['a guest without a meter', { numbers: off }, ['signedOut', 'subscribe']],
    [
      'a guest without a meter, from a friend',
      { numbers: { ...off, referred: 1 }, friendName: 'Asha' },
      ['signedOut', 'referred Asha', 'subscribe'],
    ],
    [
      'a guest, if only an address opens stories',
      { numbers: { ...off, email: 1 } },
      ['signedOut', 'subscribe', 'email'],
    ],
    [
      'a guest, if only accounts are metered',
      { numbers: { ...off, registered: 3 } },
      ['signedOut', 'subscribe', 'register 3 of 3'],
    ],

    ['a reader', { reader: reader('none') }, ['notSubscribed', 'readFree 0 of 3', 'subscribe']],
    [
      'a reader with unlocks',
      { reader: reader('none'), unlocks: [free, email] },
      ['notSubscribed', 'readFree 2 of 3', 'subscribe'],
    ],
    [
      'a reader, whose friend’s story doesn’t count',
      { reader: reader('none'), unlocks: [referred] },
      ['notSubscribed', 'readFree 0 of 3', 'subscribe'],
    ],
    [
      'a reader whose stories are used',
      { reader: reader('none'), unlocks: metered },
      ['notSubscribed', 'subscribe'],
    ],
    [
      'a reader with more than the allowance, from several devices',
      { reader: reader('none'), unlocks: [...metered, unlock('d')] },
      ['notSubscribed', 'subscribe'],
    ],
    [
      'a reader from a friend',
      { reader: reader('none'), friendName: 'Asha' },
      ['notSubscribed', 'readFree 0 of 3', 'subscribe'],
    ],
    [
      'a reader on a network at its limit',
      { reader: reader('none'), isRefused: true },
      ['notSubscribed', 'confirmEmail', 'subscribe'],
    ],
    [
      'a reader without a meter',
      { reader: reader('none'), numbers: off },
      ['notSubscribed', 'subscribe'],
    ],
    ['a former subscriber', { reader: reader('ended') }, ['ended', 'readFree 0 of 3', 'subscribe']],
    ['a paused reader', { reader: reader('paused') }, ['paused', 'resume', 'readFree 0 of 3']],
    [
      'a paused reader whose stories are used',
      { reader: reader('paused'), unlocks: metered },
      ['paused', 'resume'],
    ],
    [
      'a reader whose payment failed',
      { reader: reader('paymentFailed') },
      ['paymentFailed', 'fixPayment', 'readFree 0 of 3'],
    ],
    [
      'a reader whose payment is missing',
      { reader: reader('paymentMissing') },
      ['paymentFailed', 'approve', 'readFree 0 of 3'],
    ],
    [
      'a reader with a disputed payment',
      { reader: reader('disputed'), unlocks: metered },
      ['paymentFailed', 'fixPayment'],
    ],
  ])('%s', (_, question, expected) => {
    expect(listWays(question)).toEqual(expected)
  })

  const reasons: Record<SubscriptionDetail, string> = {
    active: 'notSubscribed',
    none: 'notSubscribed',
    complimentary: 'ended',
    gift: 'ended',
    cancelled: 'ended',
    ended: 'ended',
    underpaid: 'ended',
    paused: 'paused',
    paymentFailed: 'paymentFailed',
    paymentMissing: 'paymentFailed',
    disputed: 'paymentFailed',
  }
  const offers: Partial<Record<SubscriptionDetail, string>> = {
    paused: 'resume',
    paymentFailed: 'fixPayment',
    disputed: 'fixPayment',
    paymentMissing: 'approve',
  }
  it.each(subscriptionDetails)('members-only, detail %s', (detail) => {
    const question = { access: 'members', reader: reader(detail) } as const
    expect(listWays(question)).toEqual([reasons[detail], offers[detail] ?? 'subscribe'])
  })

  it('offers guests of a members-only article a subscription only', () => {
    for (const isRefused of [false, true]) {
      const question = { access: 'members', friendName: 'Asha', isRefused } as const
      expect(listWays(question)).toEqual(['signedOut', 'subscribe'])
    }
  })
})

describe('what is open', () => {
  const readers: (AccessReader | null)[] = [
    null,
    ...subscriptionDetails.flatMap((detail) => [reader(detail), reader(detail, true)]),
  ]
  const meters: Omit<Case, 'access' | 'reader' | 'passes'>[] = [
    {},
    { unlocks: metered },
    { isRefused: true },
    { friendName: 'Asha' },
    { numbers: off },
  ]
  const passes: [string, StoryPass | null, readonly ArticleAccess[]][] = [
    ['no pass', null, ['public']],
    ['a free one', { slug, way: 'free', until: days(1) }, ['public', 'metered']],
    ['one for an address', { slug, way: 'email', until: days(1) }, ['public', 'metered']],
    ['a friend’s', { slug, way: 'referred', until: days(1) }, ['public', 'metered']],
    ['a given one', { slug, way: 'gift', until: days(1) }, ['public', 'metered', 'members']],
    ['one that ends now', { slug, way: 'free', until: now }, ['public']],
    ['a given one that ends now', { slug, way: 'gift', until: now }, ['public']],
    ['another story’s', { slug: 'other-story', way: 'free', until: days(1) }, ['public']],
    ['another story’s, given', { slug: 'other-story', way: 'gift', until: days(1) }, ['public']],
  ]
  describe.each(passes)('with %s', (_, pass, opened) => {
    it.each(['public', 'metered', 'members'] as const)('%s', (access) => {
      for (const one of readers) {
        for (const meter of meters) {
          const decision = decide({ ...meter, access, reader: one, passes: pass ? [pass] : [] })
          expect(decision.open).toBe(opened.includes(access) || one?.entitled === true)
          if (!decision.open) expect(decision.ways.length).toBeGreaterThan(0)
        }
      }
    })
  })

  it('says when the pass that lasts longest ends', () => {
    const passes: StoryPass[] = [
      { slug, way: 'free', until: getUnlockEnd({ at: days(-20) }) },
      { slug, way: 'gift', until: days(14) },
    ]
    expect(decide({ passes })).toEqual({ open: true, until: days(14) })
    expect(decide({ passes, reader: reader('active', true) })).toEqual({ open: true, until: null })
  })
})
