/** What each report of the simulated week must contain: `table / row / column` and its cell. */
import {
  addDays,
  type Counted,
  type Fact,
  getDay,
  getHour,
  getHourPart,
  getMonth,
  type Move,
  type WeekModel,
} from './week-model.ts'

export type ExpectedCell = {
  readonly value: number | null
  readonly before?: number | null | undefined
  readonly isSmall?: true | undefined
}
export type ExpectedCells = Map<string, ExpectedCell>

/** Below these, differences are mostly chance. */
const minimums: Readonly<Record<string, number>> = {
  Views: 50,
  'All views': 50,
  Reads: 50,
  Walls: 50,
  Unlocks: 50,
  Checkouts: 30,
  'Events rejected': 50,
}
const fewMoves = 20
const fewRates = 100

const hour = 60 * 60 * 1000

const count = (value: number, before: number, minimum: number): ExpectedCell =>
  Math.max(value, before) > 0 && Math.max(value, before) < minimum
    ? { value, before, isSmall: true }
    : { value, before }

type Part = readonly [part: number, whole: number]
const divide = ([part, whole]: Part) => (whole === 0 ? null : part / whole)
const isFew = ([, whole]: Part, minimum: number) => whole > 0 && whole < minimum
function rate(minimum: number, now: Part, before?: Part): ExpectedCell {
  const small = isFew(now, minimum) || (before !== undefined && isFew(before, minimum))
  return {
    value: divide(now),
    ...(before ? { before: divide(before) } : {}),
    ...(small ? { isSmall: true as const } : {}),
  }
}

const kindsOf: Readonly<Record<string, readonly string[]>> = {
  'Subscriptions started': ['started'],
  Renewals: ['renewed'],
  'Payments failed': ['paymentFailed'],
  'Payments recovered': ['paymentRecovered'],
  Cancellations: ['cancelled'],
  Pauses: ['paused'],
  'Offers accepted': ['offerTaken'],
  Ended: ['ended'],
  Refunds: ['refunded', 'giftRefunded'],
  Accounts: ['registered'],
  'Weekly sign-ups': ['newsletterConfirmed'],
  'Gifts bought': ['giftBought'],
  'Gifts redeemed': ['giftRedeemed'],
}
const countMoves = (moves: readonly Move[], label: string) => {
  let sum = 0
  for (const { kind } of moves) if (kindsOf[label]!.includes(kind)) sum++
  return sum
}
const countStarts = (moves: readonly Move[]) => countMoves(moves, 'Subscriptions started')
function sumRevenue(moves: readonly Move[]) {
  let sum = 0
  for (const { kind, amount } of moves) {
    if (kind === 'started' || kind === 'renewed' || kind === 'giftBought') sum += amount
    if (kind === 'refunded' || kind === 'giftRefunded') sum -= amount
  }
  return sum
}
const countPayments = (moves: readonly Move[]) =>
  moves.filter(({ kind }) => ['started', 'renewed', 'giftBought'].includes(kind)).length
function revenue(now: readonly Move[], before: readonly Move[]): ExpectedCell {
  const { isSmall } = count(countPayments(now), countPayments(before), fewMoves)
  return { value: sumRevenue(now), before: sumRevenue(before), ...(isSmall ? { isSmall } : {}) }
}

function sum(facts: readonly Fact[], what: Counted | 'allViews'): number {
  let total = 0
  for (const fact of facts) {
    if (what === 'allViews') total += fact.what === 'views' ? 1 : 0
    else if (what === 'views') total += fact.what === 'views' && fact.slug !== '' ? 1 : 0
    else total += fact.what === what ? 1 : 0
  }
  return total
}

type Dated = { readonly at: number }
const onDays = <Item extends Dated>(items: readonly Item[], from: string, until: string) =>
  items.filter(({ at }) => getDay(at) >= from && getDay(at) < until)

const distinct = (values: readonly string[]) => [...new Set(values)]

export class ExpectedReports {
  private readonly model: WeekModel
  private readonly now: number
  private readonly today: string

  constructor(model: WeekModel, now: number) {
    this.model = model.until(now)
    this.now = now
    this.today = getDay(now)
  }

  private ago = (days: number) => addDays(this.today, -days)

  /** The days of a column, and those before. */
  private period<Item extends Dated>(items: readonly Item[], length: number) {
    return [
      onDays(items, this.ago(length), this.today),
      onDays(items, this.ago(2 * length), this.ago(length)),
    ] as const
  }

  /** Of the hour that isn't over, yesterday's count is taken in proportion. */
  private sumYesterdayByNow(facts: readonly Fact[], what: Counted | 'allViews') {
    const [hours, part] = [getHour(this.now), getHourPart(this.now)]
    const yesterday = onDays(facts, this.ago(1), this.today)
    const earlier = sum(
      yesterday.filter(({ at }) => getHour(at) < hours),
      what,
    )
    const latest = sum(
      yesterday.filter(({ at }) => getHour(at) === hours),
      what,
    )
    return Math.round(earlier + latest * part)
  }

  /** Of today, 7 and 28 days: how often something happened, and before. */
  private sumColumns(facts: readonly Fact[], what: Counted | 'allViews') {
    return [
      [
        sum(onDays(facts, this.today, this.ago(-1)), what),
        this.sumYesterdayByNow(facts, what),
      ] as const,
      ...[7, 28].map((length) => {
        const [now, before] = this.period(facts, length)
        return [sum(now, what), sum(before, what)] as const
      }),
    ]
  }

  private moveColumns(moves: readonly Move[]) {
    return [
      [
        onDays(moves, this.today, this.ago(-1)),
        onDays(moves, this.ago(1), this.today).filter(({ at }) => at < this.now - 24 * hour),
      ] as const,
      ...[7, 28].map((length) => this.period(moves, length)),
    ]
  }

  overview(titles: ReadonlyMap<string, string>): ExpectedCells {
    const { facts, moves, rejected } = this.model
    const cells: ExpectedCells = new Map()
    const names = {
      Views: 'views',
      'All views': 'allViews',
      Reads: 'reads',
      Walls: 'walls',
    } as const
    const more = { Unlocks: 'unlocks', Checkouts: 'checkouts' } as const
    for (const [label, what] of Object.entries({ ...names, ...more }))
      for (const [column, [now, before]] of this.sumColumns(facts, what).entries())
        cells.set(`figures / ${label} / ${column}`, count(now, before, minimums[label]!))
    const [views, reads] = [this.sumColumns(facts, 'views'), this.sumColumns(facts, 'reads')]
    for (const column of [0, 1, 2]) {
      const part = (index: 0 | 1): Part => [reads[column]![index], views[column]![index]]
      cells.set(`figures / Read rate / ${column}`, rate(fewRates, part(0), part(1)))
    }
    const labels = [
      'Subscriptions started',
      'Renewals',
      'Cancellations',
      'Accounts',
      'Weekly sign-ups',
    ]
    for (const [column, [now, before]] of this.moveColumns(moves).entries()) {
      for (const label of labels)
        cells.set(
          `figures / ${label} / ${column}`,
          count(countMoves(now, label), countMoves(before, label), fewMoves),
        )
      cells.set(`figures / Revenue / ${column}`, revenue(now, before))
    }
    this.addDays(cells, facts, moves)
    const [week] = this.period(facts, 7)
    const [weekMoves] = this.period(moves, 7)
    for (const slug of distinct(week.map((fact) => fact.slug)).filter((one) => one !== '')) {
      const own = week.filter((fact) => fact.slug === slug)
      const [storyViews, storyReads] = [sum(own, 'views'), sum(own, 'reads')]
      addRow(cells, `stories / ${titles.get(slug)}`, [
        { value: storyViews },
        { value: storyReads },
        rate(fewRates, [storyReads, storyViews]),
        { value: sum(own, 'walls') },
      ])
    }
    this.addSources(cells, week, weekMoves)
    this.addGroups(cells, week, 'readers', (fact) => readerKinds[fact.readerKind]!)
    this.addGroups(cells, week, 'countries', (fact) => countries[fact.country]!)
    const [lately, before] = this.period(
      rejected.map((one) => ({ ...one, at: one.knownAt })),
      7,
    )
    for (const reason of distinct([...lately, ...before].map((one) => one.reason))) {
      const add = (all: typeof lately) =>
        all.reduce((total, one) => total + (one.reason === reason ? one.events : 0), 0)
      cells.set(
        `rejected / ${reason} / 0`,
        count(add(lately), add(before), minimums['Events rejected']!),
      )
    }
    return cells
  }

  private addDays(cells: ExpectedCells, facts: readonly Fact[], moves: readonly Move[]) {
    for (let ago = 28; ago > 0; ago--) {
      const [day, next] = [this.ago(ago), this.ago(ago - 1)]
      const own = onDays(facts, day, next)
      addRow(cells, `days / ${day}`, [
        { value: sum(own, 'views') },
        { value: sum(own, 'reads') },
        { value: countStarts(onDays(moves, day, next)) },
      ])
    }
  }

  private addSources(cells: ExpectedCells, facts: readonly Fact[], moves: readonly Move[]) {
    const starts = moves.filter(({ kind }) => kind === 'started')
    for (const source of distinct([...facts, ...starts].map((one) => one.source))) {
      const own = facts.filter((fact) => fact.source === source)
      addRow(cells, `sources / ${sourceNames[source]}`, [
        { value: sum(own, 'views') },
        { value: sum(own, 'reads') },
        { value: sum(own, 'walls') },
        { value: starts.filter((move) => move.source === source).length },
      ])
    }
  }

  private addGroups(
    cells: ExpectedCells,
    facts: readonly Fact[],
    table: string,
    getLabel: (fact: Fact) => string,
  ) {
    for (const label of distinct(facts.map(getLabel))) {
      const own = facts.filter((fact) => getLabel(fact) === label)
      const [views, reads] = [sum(own, 'views'), sum(own, 'reads')]
      addRow(cells, `${table} / ${label}`, [
        { value: views },
        { value: reads },
        rate(fewRates, [reads, views]),
      ])
    }
  }

  story(slug: string, publishedAt: number): ExpectedCells {
    const facts = this.model.facts.filter((fact) => fact.slug === slug)
    const moves = this.model.moves.filter((move) => move.story === slug)
    const cells: ExpectedCells = new Map()
    const since = getDay(publishedAt)
    const all = onDays(facts, since, this.ago(-1))
    // Days before a story was out, and the part of a day on which it came out, are nothing to compare with.
    const isCompared = [1, 14, 56].map((days) => since < this.ago(days))
    const pairs = (what: Counted) => [
      ...this.sumColumns(facts, what).map(([now, before], column) =>
        isCompared[column] ? [now, before] : [now],
      ),
      [sum(all, what)],
    ]
    const names = { Views: 'views', Reads: 'reads', Walls: 'walls' } as const
    for (const [label, what] of Object.entries({
      ...names,
      ...({ Unlocks: 'unlocks', Checkouts: 'checkouts' } as const),
    }))
      for (const [column, [now, before]] of pairs(what).entries())
        cells.set(
          `figures / ${label} / ${column}`,
          before === undefined ? { value: now! } : count(now!, before, minimums[label]!),
        )
    const views = pairs('views')
    const shares = {
      'Read rate': 'reads',
      Quarter: 'depth25',
      Half: 'depth50',
      'Three quarters': 'depth75',
      End: 'depth100',
      'Wall rate': 'walls',
    } as const
    for (const [label, what] of Object.entries(shares))
      for (const [column, [now, before]] of pairs(what).entries()) {
        const [whole, wholeBefore] = views[column]!
        cells.set(
          `figures / ${label} / ${column}`,
          rate(fewRates, [now!, whole!], before === undefined ? undefined : [before, wholeBefore!]),
        )
      }
    for (const [column, [now, before]] of this.moveColumns(moves).entries())
      cells.set(
        `figures / Subscriptions started / ${column}`,
        isCompared[column]
          ? count(countStarts(now), countStarts(before), fewMoves)
          : { value: countStarts(now) },
      )
    const allMoves = onDays(moves, since, this.ago(-1))
    cells.set('figures / Subscriptions started / 3', { value: countStarts(allMoves) })
    this.addDays(cells, facts, moves)
    this.addSources(cells, all, allMoves)
    return cells
  }

  funnel(): ExpectedCells {
    const cells: ExpectedCells = new Map()
    const [facts, factsBefore] = this.period(this.model.facts, 28)
    const [moves, movesBefore] = this.period(this.model.moves, 28)
    const steps = (some: readonly Fact[], changes: readonly Move[]) => ({
      views: sum(some, 'views'),
      walls: sum(some, 'walls'),
      checkouts: sum(some, 'checkouts'),
      starts: countStarts(changes),
    })
    const [now, before] = [steps(facts, moves), steps(factsBefore, movesBefore)]
    cells.set('funnel / Views / 0', count(now.views, before.views, minimums.Views!))
    cells.set('funnel / Walls / 0', count(now.walls, before.walls, minimums.Walls!))
    cells.set('funnel / Checkouts / 0', count(now.checkouts, before.checkouts, minimums.Checkouts!))
    cells.set('funnel / Subscriptions started / 0', count(now.starts, before.starts, fewMoves))
    const part = (one: 'walls' | 'checkouts' | 'starts', of: 'views' | 'walls' | 'checkouts') =>
      [[now[one], now[of]] as const, [before[one], before[of]] as const] as const
    cells.set('rates / Wall rate / 0', rate(fewRates, ...part('walls', 'views')))
    cells.set('rates / Checkouts per wall / 0', rate(fewRates, ...part('checkouts', 'walls')))
    cells.set('rates / Starts per checkout / 0', rate(50, ...part('starts', 'checkouts')))
    const perThousand = part('starts', 'views').map(([a, b]) => [1000 * a, b] as const)
    cells.set('rates / Starts per 1,000 views / 0', rate(1000, perThousand[0]!, perThousand[1]))
    const starts = moves.filter(({ kind }) => kind === 'started')
    for (const source of distinct([...facts, ...starts].map((one) => one.source))) {
      const own = facts.filter((fact) => fact.source === source)
      const ownStarts = starts.filter((move) => move.source === source).length
      addRow(cells, `sources / ${sourceNames[source]}`, [
        { value: sum(own, 'views') },
        { value: sum(own, 'walls') },
        { value: sum(own, 'checkouts') },
        { value: ownStarts },
        rate(50, [ownStarts, sum(own, 'checkouts')]),
      ])
    }
    return cells
  }

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

export type ExpectedIssue = {
  readonly slug: string
  readonly subject: string
  readonly sending: Readonly<
    Record<'accepted' | 'delivered' | 'bounced' | 'complaints', number>
  > | null
}

function addRow(cells: ExpectedCells, row: string, values: readonly ExpectedCell[]) {
  for (const [column, value] of values.entries()) cells.set(`${row} / ${column}`, value)
}

const sourceNames: Readonly<Record<string, string>> = {
  direct: 'Direct',
  search: 'Search engines',
  social: 'Social networks',
  newsletter: 'The Weekly',
  share: 'Shared links',
  gift: 'Gift links',
  own: 'Our own pages',
  campaign: 'Campaigns',
  other: 'Other sites',
  '': 'Unknown',
}
const readerKinds: Readonly<Record<string, string>> = {
  guest: 'Guests',
  registered: 'Readers with an account',
  subscriber: 'Subscribers',
}
const countries: Readonly<Record<string, string>> = {
  LK: 'Sri Lanka',
  IN: 'India',
  GB: 'United Kingdom',
  US: 'United States',
  '': 'Unknown',
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
