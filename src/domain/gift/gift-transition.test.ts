import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Gift, type GiftState, giftSchema, isWaitingState, resolveGiftState } from './gift.ts'
import { createGiftCode } from './gift-code.ts'
import {
  applyGiftEvent,
  type GiftEffect,
  type GiftEvent,
  getTimeStatus,
} from './gift-transition.ts'

const day = 24 * 60 * 60 * 1000
const start = new Date('2026-11-23T12:00:00Z')
const at = (days: number) => new Date(start.getTime() + days * day)

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

const email = 'mira@example.com'
const cardSent: GiftEvent = { kind: 'cardSent', email }
const addressRefused: GiftEvent = { kind: 'addressRefused', email }

type Step = readonly [event: GiftEvent, days?: number]
const captured: GiftEvent = { kind: 'captured', capture: 'C-1', at: start }
const redeemBy = (uid: string, isBuyer = false): GiftEvent => ({ kind: 'redeem', uid, isBuyer })

function apply(gift: Gift, ...steps: readonly Step[]) {
  const effects: GiftEffect[] = []
  const refusals: string[] = []
  let current = gift
  for (const [event, days = 0] of steps) {
    const next = applyGiftEvent(current, event, at(days))
    if (!next.ok) refusals.push(`${event.kind}: ${next.failure}`)
    else {
      current = next.value.gift
      effects.push(...next.value.effects)
    }
  }
  return { gift: current, effects, refusals }
}

const names = (effects: readonly GiftEffect[]) =>
  effects.map((effect) => ('about' in effect ? effect.about : effect.kind))

describe('a gift', () => {
  it('is sent on its day after it is paid, and reminds after 30 days', () => {
    const { gift, effects } = apply(unpaid, [captured], [cardSent, 10])
    expect(gift).toMatchObject({ state: 'sent', sentAt: at(10), redeemableUntil: at(375) })
    expect(effects).toEqual([
      { kind: 'tellBuyer', about: 'paid' },
      { kind: 'sendCard', at: at(10) },
      { kind: 'sendReminder', at: at(40) },
    ])
  })

  it('is paid once, however often PayPal says so', () => {
    const { effects, refusals } = apply(unpaid, [captured], [captured], [captured])
    expect(names(effects)).toEqual(['paid', 'sendCard'])
    expect(refusals).toEqual(['captured: stale', 'captured: stale'])
  })

  it('that the buyer gives in person sends nothing but the receipt', () => {
    const { gift, effects } = apply({ ...unpaid, recipient: null, deliverAt: null }, [captured])
    expect(gift).toMatchObject({ state: 'paid', redeemableUntil: at(365) })
    expect(names(effects)).toEqual(['paid'])
  })

  it('opens for the buyer at once, for others on its day, and for nobody after a year', () => {
    const paid = apply(unpaid, [captured]).gift
    expect(apply(paid, [redeemBy('reader'), 9.9]).refusals).toEqual(['redeem: notPossible'])
    expect(apply(paid, [redeemBy('buyer', true)]).gift.state).toBe('redeemed')
    expect(apply(paid, [redeemBy('reader'), 10]).gift).toMatchObject({ redeemer: 'reader' })
    expect(resolveGiftState(paid, at(375))).toBe('expired')
    expect(apply(paid, [redeemBy('reader'), 375]).refusals).toEqual(['redeem: notPossible'])
    const extended = apply(paid, [{ kind: 'extend', until: at(500) }, 400]).gift
    expect(apply(extended, [redeemBy('reader'), 450]).gift.state).toBe('redeemed')
  })

  it('can be corrected until it is sent, and afterwards only if the address was refused', () => {
    const recipient = { name: 'Mira', email: 'right@example.com' }
    const correct: GiftEvent = { kind: 'correctRecipient', recipient }
    expect(apply(unpaid, [captured], [correct]).gift.recipient).toEqual(recipient)
    const sent: readonly Step[] = [[captured], [cardSent, 10]]
    expect(apply(unpaid, ...sent, [correct, 11]).refusals).toEqual([
      'correctRecipient: notPossible',
    ])
    const refused = apply(unpaid, [captured], [addressRefused, 10], [correct, 11])
    expect(names(refused.effects)).toEqual(['paid', 'sendCard', 'addressRefused', 'sendCard'])
    expect(refused.effects.at(-1)).toEqual({ kind: 'sendCard', at: at(11) })
  })

  it('isn’t sent, or refused, for an address that was corrected meanwhile', () => {
    const recipient = { name: 'Mira', email: 'right@example.com' }
    const correct: Step = [{ kind: 'correctRecipient', recipient }, 10]
    const { gift, refusals } = apply(unpaid, [captured], correct, [cardSent, 10], [addressRefused])
    expect(gift).toMatchObject({ state: 'scheduled', addressRefusedAt: null })
    expect(refusals).toEqual(['cardSent: stale', 'addressRefused: stale'])
  })

  it('is sent again five times at most', () => {
    const resend: Step = [{ kind: 'resend' }, 11]
    const { refusals } = apply(unpaid, [captured], [cardSent, 10], ...Array(6).fill(resend))
    expect(refusals).toEqual(['resend: notPossible'])
  })

  it('is sent to five corrected addresses at most', () => {
    const steps = Array.from({ length: 6 }, (_, index): readonly Step[] => {
      const recipient = { name: 'Mira', email: `${index}@example.com` }
      const isRefused = { kind: 'addressRefused', email: recipient.email } as const
      return [
        [{ kind: 'correctRecipient', recipient }, 10],
        [isRefused, 10],
      ]
    })
    const { effects, refusals } = apply(unpaid, [captured], [addressRefused, 10], ...steps.flat())
    expect(names(effects).filter((name) => name === 'addressRefused')).toHaveLength(6)
    expect(refusals).toEqual(['correctRecipient: notPossible', 'addressRefused: stale'])
  })

  it('keeps no names once it is sent for a buyer whose account is deleted', () => {
    const forgotten = { ...apply(unpaid, [captured]).gift, buyerEmail: '' as const }
    const { gift, effects } = apply(forgotten, [cardSent, 10])
    expect(gift).toMatchObject({ recipient: null, senderName: '', message: '' })
    expect(effects).toEqual([])
    const refused = apply(forgotten, [addressRefused, 10])
    expect(refused.gift).toMatchObject({ recipient: null, senderName: '', message: '' })
    expect(refused.effects).toEqual([])
  })

  it('takes the time back when it is refunded, and holds it during a dispute', () => {
    const redeemed = apply(unpaid, [captured], [redeemBy('reader'), 10]).gift
    const refunded = apply(redeemed, [{ kind: 'refunded' }, 20])
    expect(names(refunded.effects)).toEqual(['refunded', 'updateTime'])
    expect(getTimeStatus(refunded.gift)).toBe('void')
    const disputed = apply(redeemed, [{ kind: 'disputed' }, 20])
    expect(getTimeStatus(disputed.gift)).toBe('suspended')
    const won = apply(disputed.gift, [{ kind: 'disputeWon' }, 30])
    expect(won.gift.state).toBe('redeemed')
    expect(names(won.effects)).toEqual(['updateTime'])
  })

  it('sends its card after a dispute that was won', () => {
    const { effects } = apply(
      unpaid,
      [captured],
      [{ kind: 'disputed' }, 5],
      [{ kind: 'disputeWon' }, 12],
    )
    expect(effects.at(-1)).toEqual({ kind: 'sendCard', at: at(12) })
  })

  it('sends one card if the dispute is won before its day', () => {
    const { effects } = apply(
      unpaid,
      [captured],
      [{ kind: 'disputed' }, 5],
      [{ kind: 'disputeWon' }, 8],
    )
    expect(names(effects)).toEqual(['paid', 'sendCard'])
  })
})

const eventArbitrary: fc.Arbitrary<GiftEvent> = fc.oneof(
  fc.constant(captured),
  fc.constantFrom<GiftEvent>(
    cardSent,
    addressRefused,
    { kind: 'resend' },
    { kind: 'timeUsed' },
    { kind: 'refunded' },
    { kind: 'disputed' },
    { kind: 'disputeWon' },
    { kind: 'void' },
  ),
  fc.record({
    kind: fc.constant('redeem' as const),
    uid: fc.constantFrom('one', 'two'),
    isBuyer: fc.boolean(),
  }),
  fc.constant<GiftEvent>({
    kind: 'correctRecipient',
    recipient: { name: 'Mira', email: 'other@example.com' },
  }),
  fc.integer({ min: 1, max: 900 }).map((days): GiftEvent => ({ kind: 'extend', until: at(days) })),
)

const closed: readonly GiftState[] = ['refunded', 'voided', 'disputed', 'unpaid']

it('keeps its promises in ten thousand random lives', () => {
  const life = fc.array(fc.tuple(eventArbitrary, fc.integer({ min: 0, max: 40 })), {
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
        // The same event again changes nothing that can be noticed twice.
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
