import { describe, expect, it } from 'vitest'
import type {
  OutlookResponse,
  SubscriptionOutlookResponse,
} from '../../contracts/endpoints/subscription-endpoints.ts'
import { nameMonths } from '../../domain/number-words.ts'
import { freeMonths } from '../../domain/subscription/free-months.ts'
import { retentionOffer } from '../../publication/offer.ts'
import {
  describeCancellation,
  listCancellation,
  listFreeMonths,
  listPause,
  placeholderOutlook,
} from './cancel-timelines.ts'

type Event = OutlookResponse['upcoming'][number]

const instant = (day: string) => `${day}T09:00:00.000Z`
const event = (day: string, kind: Event['kind'], changes: Partial<Event> = {}): Event => ({
  at: instant(day),
  kind,
  minorUnits: 0,
  months: 0,
  sources: [],
  ...changes,
})
const pay = (day: string, minorUnits: number, months = 0, sources: Event['sources'] = []) =>
  event(day, 'payment', { minorUnits, months, sources })
const skip = (day: string, source: Event['sources'][number]) =>
  event(day, 'skippedPayment', { months: 1, sources: [source] })

const outlook = (changes: Partial<OutlookResponse>): OutlookResponse => ({
  isOpen: true,
  closesAt: null,
  opensAt: null,
  nextPayment: null,
  givenMonths: 0,
  upcoming: [],
  ...changes,
})

describe('cancelling', () => {
  it.each<[string, Partial<OutlookResponse>, string, string]>([
    ['paid time', { closesAt: instant('2027-06-16') }, 'until 16 June 2027', 'Until 16 June 2027'],
    [
      'a gift',
      { closesAt: instant('2027-09-16'), givenMonths: 3 },
      'until 16 September 2027',
      'That time includes three months that you haven’t used yet.',
    ],
    ['nothing', { isOpen: false }, 'ends straight away', 'Straight away'],
  ])('leaves %s', (_, changes, sentence, entry) => {
    expect(describeCancellation(outlook(changes))).toContain(sentence)
    expect(listCancellation(outlook(changes)).flat().join(' ')).toContain(entry)
  })
})

const paused =
  'Your subscription is paused. You can’t read subscriber stories, and you won’t be charged.'
const opens = 'Your pause ends, and you can read everything again.'

describe('a pause', () => {
  it('ends access immediately on a yearly plan, and lowers the next payment', () => {
    const outcome = outlook({
      isOpen: false,
      opensAt: instant('2026-12-21'),
      upcoming: [event('2026-12-21', 'opens'), pay('2027-06-16', 9075, 1, ['pause'])],
    })
    expect(listPause(outcome)).toEqual([
      ['Straight away', paused],
      ['21 December 2026', opens],
      [
        '16 June 2027',
        'You’ll pay $90.75, with one month of your pause taken off. PayPal will charge the full price, and we’ll refund the rest straight away.',
      ],
    ])
  })

  const monthly = { closesAt: instant('2026-12-16'), opensAt: instant('2027-02-16') }

  it('begins when the paid time ends on a monthly plan', () => {
    const upcoming = [
      event('2026-12-16', 'closes'),
      pay('2027-02-16', 1399),
      pay('2027-03-16', 1399),
    ]
    expect(listPause(outlook({ ...monthly, upcoming }))).toEqual([
      ['Until 16 December 2026', 'You can read everything.'],
      ['From 16 December 2026', paused],
      ['16 February 2027', opens],
      ['16 February 2027', 'You’ll pay $13.99.'],
    ])
  })

  it('begins after a payment that can’t be stopped any more', () => {
    const upcoming = [
      pay('2026-12-16', 1399),
      event('2027-01-16', 'closes'),
      event('2027-02-16', 'opens'),
      pay('2027-02-16', 1399),
    ]
    expect(listPause(outlook({ ...monthly, upcoming })).map(([when]) => when)).toEqual([
      '16 December 2026',
      'Until 16 January 2027',
      'From 16 January 2027',
      '16 February 2027',
      '16 February 2027',
    ])
  })

  it('names a payment that is more than a year away', () => {
    const upcoming = [event('2026-12-16', 'closes'), event('2027-02-16', 'opens')]
    const nextPayment = { at: instant('2028-08-16'), minorUnits: 1399 }
    expect(listPause(outlook({ ...monthly, upcoming, nextPayment })).at(-1)).toEqual([
      'After that',
      'Your next payment is $13.99 on 16 August 2028.',
    ])
  })
})

describe('the free month', () => {
  const keep = `You’ll keep full access, and you’ll keep the ${nameMonths(retentionOffer.months)} even if you cancel.`
  const offer = (
    nextPayment: OutlookResponse['nextPayment'],
    upcoming: OutlookResponse['upcoming'],
  ): SubscriptionOutlookResponse => ({
    now: outlook({ nextPayment }),
    steps: { acceptOffer: outlook({ upcoming }), pause: {} },
    planStarts: {},
    amountDue: null,
  })
  const annual = { at: instant('2027-06-16'), minorUnits: 9900 }
  const monthly = { at: instant('2026-12-16'), minorUnits: 1399 }

  it('lowers the next payment of a yearly plan', () => {
    expect(
      listFreeMonths(
        offer(annual, [pay('2027-06-16', 9075, retentionOffer.months, ['freeMonth'])]),
      ),
    ).toEqual([
      ['At the moment', 'Your next payment is $99 on 16 June 2027.'],
      [`With the ${freeMonths}`, keep],
      [
        '16 June 2027',
        expect.stringMatching(
          /^You’ll pay \$90\.75, with .*free month taken off\. .* we’ll refund the rest/,
        ),
      ],
    ])
  })

  it('replaces a payment of a monthly plan, after the payments that a gift replaces', () => {
    const gift = ['2026-12-16', '2027-01-16', '2027-02-16'].map((day) => skip(day, 'gift'))
    const upcoming = [
      ...gift,
      skip('2027-03-16', 'freeMonth'),
      pay('2027-04-16', 1399),
      pay('2027-05-16', 1399),
    ]
    expect(listFreeMonths(offer(monthly, upcoming)).slice(2)).toEqual([
      [
        '16 December 2026 to 16 February 2027',
        'No payments: these three months are covered by your gift.',
      ],
      [
        '16 March 2027',
        `No payment: this month is covered by your free ${nameMonths(retentionOffer.months)}.`,
      ],
      ['16 April 2027', 'You’ll pay $13.99.'],
    ])
  })

  it('waits if a gift covers the coming year', () => {
    const entries = listFreeMonths(offer(annual, [pay('2027-06-16', 0, 12, ['gift'])]))
    expect(entries).toHaveLength(2)
    expect(entries[1]![1]).toMatch(/used for (?:a )?later payment/)
  })
})

it('the page reserves as much room as a monthly plan needs', () => {
  const { pause, cancel } = placeholderOutlook.steps
  expect(listPause(pause['1']!)).toHaveLength(4)
  expect(listCancellation(cancel!)).toHaveLength(3)
  expect(listFreeMonths(placeholderOutlook)).toHaveLength(4)
})
