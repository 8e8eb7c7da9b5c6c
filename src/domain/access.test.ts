import { describe, expect, it } from 'vitest'
import { meterDays } from '../publication/meter.ts'
import { type AccessReader, decideAccess, type UnlockOption } from './access.ts'
import type { ArticleAccess } from './article.ts'
import { getMeterState } from './paywall/meter-state.ts'
import { getUnlockEnd, type StoryPass, type Unlock, type UnlockWay } from './paywall/unlock.ts'
import { type SubscriptionDetail, subscriptionDetails } from './subscription/subscription-status.ts'
import { eachRow } from './testing/each-row.ts'

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

/** Returns the reason and the options for a closed article, as short texts. */
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

/** “ended”: the unlock has just expired; “ending”: it expires in a second. */
function readUnlock(words: string): Unlock {
  const [name = '', word = 'free'] = words.split(' ')
  const end = days(-meterDays)
  if (word === 'ended') return unlock(name, 'free', end)
  if (word === 'ending') return unlock(name, 'free', new Date(end.getTime() + 1000))
  return unlock(name, word as UnlockWay)
}

function readCase(who: string, unlocked: string, circumstances: string): Case {
  const find = (pattern: RegExp) => pattern.exec(circumstances)?.[1]
  const allowed = find(/allows (\w+)/)
  const only = allowed && { [allowed]: Number(find(/allows \w+ (\d)/)) }
  return {
    reader: who === 'guest' ? null : reader(who as SubscriptionDetail),
    unlocks: unlocked ? unlocked.split(', ').map(readUnlock) : [],
    friendName: find(/friend ?(\w*)/) ?? null,
    isRefused: circumstances.includes('refused'),
    ...(only ? { numbers: { ...off, ...(allowed === 'nothing' ? {} : only) } } : {}),
  }
}

describe('the offer at the paywall', () => {
  // Columns: the caller, their unlocks, the circumstances, the reason, and the options at the paywall.
  eachRow(`
    guest | | | signedOut | readFree 0 of 1, subscribe
    guest | a | | signedOut | subscribe, register 2 of 3, email
    guest | a, b email | | signedOut | subscribe, register 1 of 3
    guest | a, b, c | | signedOut | subscribe, email
    guest | b email | | signedOut | readFree 0 of 1, subscribe
    guest | | friend Asha | signedOut | referred Asha, readFree 0 of 1, subscribe
    guest | a | friend Asha | signedOut | referred Asha, subscribe, register 2 of 3
    guest | a | friend | signedOut | referred, subscribe, register 2 of 3
    guest | a, c referred | friend Asha | signedOut | subscribe, register 2 of 3, email
    guest | | refused by the network, friend Asha | signedOut | register 3 of 3, subscribe
    guest | a, b, c | refused by the network | signedOut | subscribe
    guest | a ended | | signedOut | readFree 0 of 1, subscribe
    guest | a ending | | signedOut | subscribe, register 2 of 3, email
    guest | | allows nothing | signedOut | subscribe
    guest | | allows referred 1, friend Asha | signedOut | referred Asha, subscribe
    guest | | allows email 1 | signedOut | subscribe, email
    guest | | allows registered 3 | signedOut | subscribe, register 3 of 3
    none | | | notSubscribed | readFree 0 of 3, subscribe
    none | a, b email | | notSubscribed | readFree 2 of 3, subscribe
    none | c referred | | notSubscribed | readFree 0 of 3, subscribe
    none | a, b, c | | notSubscribed | subscribe
    none | a, b, c, d | | notSubscribed | subscribe
    none | | friend Asha | notSubscribed | readFree 0 of 3, subscribe
    none | | refused by the network | notSubscribed | confirmEmail, subscribe
    none | | allows nothing | notSubscribed | subscribe
    ended | | | ended | readFree 0 of 3, subscribe
    paused | | | paused | resume, readFree 0 of 3
    paused | a, b, c | | paused | resume
    paymentFailed | | | paymentFailed | fixPayment, readFree 0 of 3
    paymentMissing | | | paymentFailed | approve, readFree 0 of 3
    disputed | a, b, c | | paymentFailed | fixPayment
  `)('%s, %s; %s: %s, %s', (who, unlocked, circumstances, reason, ways) => {
    const question = readCase(who!, unlocked!, circumstances!)
    expect(listWays(question).map((way) => way.trim())).toEqual([reason, ...ways!.split(', ')])
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
  it.each(subscriptionDetails)(
    'depends on the subscription for a members-only article: %s',
    (detail) => {
      const question = { access: 'members', reader: reader(detail) } as const
      expect(listWays(question)).toEqual([reasons[detail], offers[detail] ?? 'subscribe'])
    },
  )

  it('is a subscription alone for guests at a members-only article', () => {
    for (const isRefused of [false, true]) {
      const question = { access: 'members', friendName: 'Asha', isRefused } as const
      expect(listWays(question)).toEqual(['signedOut', 'subscribe'])
    }
  })
})

describe('access to an article', () => {
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
  describe.each(passes)('with the pass: %s', (_, pass, opened) => {
    it.each(['public', 'metered', 'members'] as const)(
      'depends only on that pass and the entitlement: %s',
      (access) => {
        for (const one of readers) {
          for (const meter of meters) {
            const decision = decide({ ...meter, access, reader: one, passes: pass ? [pass] : [] })
            expect(decision.open).toBe(opened.includes(access) || one?.entitled === true)
            if (!decision.open) expect(decision.ways.length).toBeGreaterThan(0)
          }
        }
      },
    )
  })

  it('ends with the longest-lasting pass', () => {
    const passes: StoryPass[] = [
      { slug, way: 'free', until: getUnlockEnd({ at: days(-20) }) },
      { slug, way: 'gift', until: days(14) },
    ]
    expect(decide({ passes })).toEqual({ open: true, until: days(14) })
    expect(decide({ passes, reader: reader('active', true) })).toEqual({ open: true, until: null })
  })
})
