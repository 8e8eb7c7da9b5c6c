import fc from 'fast-check'
import { expect, it } from 'vitest'
import { day, second } from '../duration.ts'
import { eachRow } from '../testing/each-row.ts'
import { type Gift, type GiftState, giftSchema, isWaitingState, resolveGiftState } from './gift.ts'
import { createGiftCode } from './gift-code.ts'
import {
  applyGiftEvent,
  type GiftEffect,
  type GiftEvent,
  getTimeStatus,
} from './gift-transition.ts'

const start = new Date('2026-11-23T12:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * day)
const countDays = (until: Date) => (until.getTime() - start.getTime()) / day

const unpaid: Gift = giftSchema.parse({
  code: createGiftCode(),
  buyerUid: 'buyer',
  buyerEmail: 'buyer@example.com',
  length: 12,
  price: 9900,
  recipient: { name: 'Mira', email: 'mira@example.com' },
  senderName: 'Asha',
  message: 'Hello',
  deliverAt: at(10),
  createdAt: start,
  state: 'unpaid',
  expiresAt: at(30),
})

it('a gift is still read if its names or its message would be refused today', () => {
  const recipient = { name: 'md.in', email: 'mira@example.com' }
  const message = 'See https://example.com/a'
  const stored = { ...unpaid, recipient, senderName: 'evil.chat', message }
  expect(giftSchema.parse(stored)).toMatchObject({ recipient, message })
})

/** “cardSent” is about Mira. Other events have an argument: “correctRecipient other”, “redeem buyer”, “extend 500”. */
function readEvent(words: string): GiftEvent {
  const [kind, word = 'mira'] = words.split(' ')
  const email = `${word}@example.com`
  return {
    ...{ kind, email, recipient: { name: 'Mira', email }, capture: 'C-1', at: start },
    ...{ uid: word, isBuyer: word === 'buyer', until: at(Number(word)), dispute: word },
  } as GiftEvent
}

const changes: Readonly<Record<string, Partial<Gift>>> = {
  givenInPerson: { recipient: null, deliverAt: null },
  buyerDeleted: { buyerEmail: '' },
}

function summarise(gift: Gift, now: Date): string {
  const { recipient, senderName, message, redeemableUntil, sentAt, redeemer } = gift
  const parts = [
    resolveGiftState(gift, now),
    recipient && `to ${recipient.email.split('@')[0]}`,
    senderName || message ? '' : 'without names',
    redeemableUntil && `until ${countDays(redeemableUntil)}`,
    sentAt && `sent ${countDays(sentAt)}`,
    gift.addressRefusedAt && 'refused',
    redeemer && `by ${redeemer}: ${getTimeStatus(gift)}`,
  ]
  return parts.filter(Boolean).join(' ')
}

const describeEffect = (effect: GiftEffect) => {
  if ('about' in effect) return effect.about
  return 'at' in effect ? `${effect.kind} ${countDays(effect.at)}` : effect.kind
}

/** Returns the gift, and effects and refusals, after these steps: “10 cardSent” happens after ten days. */
function tell(steps: string): string[] {
  let gift = unpaid
  let now = start
  const log: string[] = []
  for (const step of steps.split('; ')) {
    const [, days, words = ''] = step.match(/^(\S+) (.*)/)!
    now = at(Number(days))
    gift = { ...gift, ...changes[words] }
    if (words in changes) continue
    const next = applyGiftEvent(gift, readEvent(words), now)
    log.push(...(next.ok ? next.value.effects.map(describeEffect) : [next.failure]))
    if (next.ok) gift = next.value.gift
  }
  return [summarise(gift, now), log.join(', ')]
}

const correctAndRefuse = ['a', 'b', 'c', 'd', 'e', 'f'].map(
  (name) => `10 correctRecipient ${name}; 10 addressRefused ${name}`,
)

eachRow(`
  It is sent on its day, and reminds 30 days later | 0 captured; 10 cardSent | sent to mira until 375 sent 10 | paid, sendCard 10, sendReminder 40
  It is paid once, however often PayPal says so | 0 captured; 0 captured; 0 captured | scheduled to mira until 375 | paid, sendCard 10, stale, stale
  Given in person, it sends only the receipt | 0 givenInPerson; 0 captured | paid until 365 | paid
  It opens for others on its day | 0 captured; 10 redeem reader | redeemed to mira until 375 by reader: valid | paid, sendCard 10
  not earlier | 0 captured; 9.9 redeem reader | scheduled to mira until 375 | paid, sendCard 10, notPossible
  for the buyer at once | 0 captured; 0 redeem buyer | redeemed to mira until 375 by buyer: valid | paid, sendCard 10
  for nobody after a year | 0 captured; 375 redeem reader | expired to mira until 375 | paid, sendCard 10, notPossible
  unless it’s extended | 0 captured; 400 extend 500; 450 redeem reader | redeemed to mira until 500 by reader: valid | paid, sendCard 10
  Its address can be corrected until it’s sent | 0 captured; 0 correctRecipient other | scheduled to other until 375 | paid, sendCard 10
  not afterwards | 0 captured; 10 cardSent; 11 correctRecipient other | sent to mira until 375 sent 10 | paid, sendCard 10, sendReminder 40, notPossible
  unless it was refused | 0 captured; 10 addressRefused; 11 correctRecipient other | scheduled to other until 375 | paid, sendCard 10, addressRefused, sendCard 11
  What happens to a corrected address is stale | 0 captured; 10 correctRecipient other; 10 cardSent; 10 addressRefused | scheduled to other until 375 | paid, sendCard 10, stale, stale
  It is sent again five times | 0 captured; 10 cardSent${'; 11 resend'.repeat(6)} | sent to mira until 375 sent 10 | paid, sendCard 10, sendReminder 40, ${'sendCard 11, '.repeat(5)}notPossible
  and to five corrected addresses | 0 captured; 10 addressRefused; ${correctAndRefuse.join('; ')} | scheduled to e until 375 refused | paid, sendCard 10, addressRefused, ${'sendCard 10, addressRefused, '.repeat(5)}notPossible, stale
  It forgets names once it’s sent, if its buyer is gone | 0 captured; 0 buyerDeleted; 10 cardSent | sent without names until 375 sent 10 | paid, sendCard 10
  or refused | 0 captured; 0 buyerDeleted; 10 addressRefused | scheduled without names until 375 refused | paid, sendCard 10
  A refund takes the time back | 0 captured; 10 redeem reader; 20 refunded | refunded to mira until 375 by reader: void | paid, sendCard 10, refunded, updateTime
  a dispute holds it | 0 captured; 10 redeem reader; 20 disputed | disputed to mira until 375 by reader: suspended | paid, sendCard 10, updateTime
  until it’s won | 0 captured; 10 redeem reader; 20 disputed; 30 disputeWon | redeemed to mira until 375 by reader: valid | paid, sendCard 10, updateTime, updateTime
  the last of two | 0 captured; 10 redeem reader; 20 disputed; 25 disputed D2; 26 disputed; 30 disputeWon | disputed to mira until 375 by reader: suspended | paid, sendCard 10, updateTime, stale
  or lost, which the other can’t undo | 0 captured; 10 redeem reader; 20 disputed; 25 disputed D2; 26 refunded; 30 disputeWon D2 | refunded to mira until 375 by reader: void | paid, sendCard 10, updateTime, refunded, updateTime, stale
  and the card is sent then | 0 captured; 5 disputed; 12 disputeWon | scheduled to mira until 375 | paid, sendCard 10, sendCard 12
  once, if its day hasn’t come | 0 captured; 5 disputed; 8 disputeWon | scheduled to mira until 375 | paid, sendCard 10
`)('%s: %s, %s: %s', (_, steps, ...expected) => {
  expect(tell(steps!)).toEqual(expected)
})

const eventWords: fc.Arbitrary<string> = fc.oneof(
  fc.constant('captured'),
  fc.constantFrom('cardSent', 'addressRefused', 'resend', 'timeUsed', 'void'),
  fc.constantFrom('refunded', 'disputed', 'disputed D2', 'disputeWon', 'disputeWon D2'),
  fc.constantFrom('redeem reader', 'redeem other', 'redeem buyer'),
  fc.constant('correctRecipient other'),
  fc.integer({ min: 1, max: 900 }).map((days) => `extend ${days}`),
)

const closed: readonly GiftState[] = ['refunded', 'voided', 'disputed', 'unpaid']

it('a card that a member of staff has just sent again isn’t sent by the same call repeated', () => {
  const history = [{ at: start, kind: 'resend', by: 'Olu', message: null }]
  const sent: Gift = { ...unpaid, state: 'sent', redeemableUntil: at(400), history }
  const resend = (seconds: number, by: string) =>
    applyGiftEvent(sent, { kind: 'resend', by }, new Date(start.getTime() + seconds * second)).ok
  expect([resend(0, 'Olu'), resend(59, 'Olu')]).toEqual([false, false])
  expect([resend(60, 'Olu'), resend(0, 'Mira')]).toEqual([true, true])
})

it('a gift’s invariants hold in ten thousand random sequences of events', () => {
  const life = fc.array(fc.tuple(eventWords.map(readEvent), fc.integer({ min: 0, max: 40 })), {
    maxLength: 25,
  })
  fc.assert(
    fc.property(life, (steps) => {
      let gift = unpaid
      let days = 0
      const redeemers = new Set<string>()
      for (const [event, wait] of steps) {
        days += wait
        const before = gift
        const next = applyGiftEvent(gift, event, at(days))
        if (!next.ok) continue
        gift = next.value.gift
        // Repeating the event has no further visible effect.
        const again = applyGiftEvent(gift, event, at(days))
        if (again.ok && !['resend', 'correctRecipient'].includes(event.kind)) {
          throw new Error(`${event.kind} twice`)
        }
        if (event.kind === 'redeem') {
          redeemers.add(event.uid)
          expect(isWaitingState(resolveGiftState(before, at(days)))).toBe(true)
        }
        if (closed.includes(before.state)) expect(event.kind).not.toBe('redeem')
        if (before.state === 'refunded') throw new Error(`${event.kind} after a refund`)
        if (gift.state !== 'unpaid') expect(gift.paidAt).not.toBeNull()
        for (const effect of next.value.effects) {
          if (effect.kind === 'sendCard') expect(isWaitingState(gift.state)).toBe(true)
          if (effect.kind === 'updateTime') expect(gift.redeemer).not.toBeNull()
        }
      }
      expect(redeemers.size).toBeLessThanOrEqual(1)
    }),
    { numRuns: 10_000 },
  )
})
