/** The reports about subscriptions, gifts, The Weekly and the meter, counted by the model. */
import {
  addRow,
  count,
  countMoves,
  countStarts,
  distinct,
  type ExpectedCells,
  fewMoves,
  fewRates,
  KnownStatistics,
  kindsOf,
  minimums,
  type Part,
  rate,
  revenue,
  sourceNames,
  sum,
  sumRevenue,
} from './expected-cells.ts'
import { getMonth, type Move } from './week-model.ts'

export type ExpectedIssue = {
  readonly slug: string
  readonly subject: string
  readonly sending: Readonly<
    Record<'accepted' | 'delivered' | 'bounced' | 'complaints', number>
  > | null
}

export class ExpectedMoney extends KnownStatistics {
  private listMonths(length: number): string[] {
    const months: string[] = []
    let [year, month] = this.today.split('-').map(Number) as [number, number]
    for (let index = 0; index < length; index++) {
      months.push(`${year}-${String(month).padStart(2, '0')}`)
      month--
      if (month === 0) [year, month] = [year - 1, 12]
    }
    return months
  }

  plans(): ExpectedCells {
    const cells: ExpectedCells = new Map()
    const [now, before] = this.period(this.model.moves, 28)
    const labels = ['Subscriptions started', 'Renewals', 'Payments failed', 'Payments recovered']
    for (const label of [
      ...labels,
      'Cancellations',
      'Ended',
      'Pauses',
      'Offers accepted',
      'Refunds',
    ])
      cells.set(
        `figures / ${label} / 0`,
        count(countMoves(now, label), countMoves(before, label), fewMoves),
      )
    const recovered = (moves: readonly Move[]): Part => [
      countMoves(moves, 'Payments recovered'),
      countMoves(moves, 'Payments failed'),
    ]
    cells.set('figures / Recovery rate / 0', rate(fewMoves, recovered(now), recovered(before)))
    cells.set('figures / Revenue / 0', revenue(now, before))
    const columns = [...labels.slice(0, 3), 'Cancellations', 'Ended']
    const addKey = (key: string, moves: readonly Move[]) =>
      addRow(cells, key, [
        ...columns.map((label) => ({ value: countMoves(moves, label) })),
        { value: sumRevenue(moves) },
      ])
    const shown = [
      ...columns.flatMap((label) => kindsOf[label]!),
      ...kindsOf.Refunds!,
      'giftBought',
    ]
    for (const plan of distinct(
      now.filter(({ kind }) => shown.includes(kind)).map((move) => move.plan),
    ))
      addKey(
        `plans / ${planNames[plan]}`,
        now.filter((move) => move.plan === plan),
      )
    for (const month of this.listMonths(12))
      addKey(
        `months / ${month}`,
        this.model.moves.filter(({ at }) => getMonth(at) === month),
      )
    const isCancelled = ({ kind }: Move) => kind === 'cancelled'
    for (const reason of distinct(
      [...now, ...before].filter(isCancelled).map((move) => move.reason),
    )) {
      const ofReason = (moves: readonly Move[]) =>
        moves.filter((move) => isCancelled(move) && move.reason === reason).length
      cells.set(
        `reasons / ${reasonNames[reason]} / 0`,
        count(ofReason(now), ofReason(before), fewMoves),
      )
    }
    return cells
  }

  gifts(): ExpectedCells {
    const cells: ExpectedCells = new Map()
    const [now, before] = this.period(this.model.moves, 28)
    const [facts, factsBefore] = this.period(this.model.facts, 28)
    const labels = ['Gifts bought', 'Gifts redeemed']
    for (const label of labels)
      cells.set(
        `figures / ${label} / 0`,
        count(countMoves(now, label), countMoves(before, label), fewMoves),
      )
    for (const label of ['Friends who qualified', 'Credits earned', 'Credits taken back'])
      cells.set(
        `referrals / ${label} / 0`,
        count(countMoves(now, label), countMoves(before, label), fewMoves),
      )
    const bought = (moves: readonly Move[]) => moves.filter(({ kind }) => kind === 'giftBought')
    cells.set('figures / Gift revenue / 0', revenue(bought(now), bought(before)))
    for (const source of ['share', 'gift']) {
      const from = <Item extends { source: string }>(items: readonly Item[]) =>
        items.filter((item) => item.source === source)
      addRow(cells, `links / ${sourceNames[source]}`, [
        count(sum(from(facts), 'views'), sum(from(factsBefore), 'views'), minimums.Views!),
        count(sum(from(facts), 'reads'), sum(from(factsBefore), 'reads'), minimums.Reads!),
        count(countStarts(from(now)), countStarts(from(before)), fewMoves),
      ])
    }
    for (const month of this.listMonths(12)) {
      const own = this.model.moves.filter(({ at }) => getMonth(at) === month)
      addRow(cells, `months / ${month}`, [
        ...labels.map((label) => ({ value: countMoves(own, label) })),
        { value: sumRevenue(bought(own)) },
      ])
    }
    return cells
  }

  /** How many readers used one, two and three, and no more. */
  meter(): ExpectedCells {
    const cells: ExpectedCells = new Map()
    for (const month of this.listMonths(3)) {
      const used = this.model.used.filter(({ knownAt }) => getMonth(knownAt) === month)
      const readers = distinct(used.map(({ reader }) => reader))
      for (const [index, label] of ['One story', 'Two stories', 'Three stories'].entries()) {
        let stopped = 0
        for (const reader of readers)
          if (used.filter((one) => one.reader === reader).length === index + 1) stopped++
        const table = `month-${'abcdefghijkl'[Number(month.slice(5)) - 1]}`
        addRow(cells, `${table} / ${label}`, [
          { value: stopped },
          rate(fewRates, [stopped, readers.length]),
        ])
      }
    }
    return cells
  }

  weekly(issues: readonly ExpectedIssue[]): ExpectedCells {
    const cells: ExpectedCells = new Map()
    for (const { slug, subject, sending } of issues) {
      const own = this.model.facts.filter(
        ({ issue, slug: story }) => issue === slug && story !== '',
      )
      const views = sum(own, 'views')
      addRow(cells, `issues / ${slug}: ${subject}`, [
        ...(sending
          ? [sending.accepted, sending.delivered, sending.bounced, sending.complaints]
          : [null, null, null, null]
        ).map((value) => ({ value })),
        { value: views },
        { value: sum(own, 'reads') },
        rate(fewRates, [views, sending?.accepted ?? 0]),
        { value: countStarts(this.model.moves.filter(({ issue }) => issue === slug)) },
      ])
    }
    return cells
  }
}

const planNames: Readonly<Record<string, string>> = {
  monthly_13: 'Monthly',
  annual_99: 'Annual',
  student_45: 'Student',
  international_monthly: 'Monthly, international',
  gift_3: 'Gift of 3 months',
  gift_12: 'Gift of 12 months',
}
const reasonNames: Readonly<Record<string, string>> = {
  stories: 'The stories',
  price: 'The price',
  time: 'No time to read',
  unknown: 'No reason given',
  payPal: 'Cancelled at PayPal',
}
