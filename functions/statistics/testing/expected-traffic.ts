/** The reports about stories and their readers, counted by the model. */
import {
  addRow,
  count,
  countMoves,
  countStarts,
  distinct,
  type ExpectedCells,
  fewMoves,
  fewRates,
  hour,
  KnownStatistics,
  minimums,
  onDays,
  type Part,
  rate,
  revenue,
  sourceNames,
  sum,
} from './expected-cells.ts'
import { type Counted, type Fact, getDay, getHour, getHourPart, type Move } from './week-model.ts'

export class ExpectedTraffic extends KnownStatistics {
  /** Yesterday's count, of which the part for the hour that isn't over is taken in proportion. */
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

  /** Today, 7 and 28 days: how often something happened, and how often before. */
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
        `rejected / ${rejectionNames[reason]} / 0`,
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
        rate(fewRates, [sum(own, 'walls'), sum(own, 'views')]),
        { value: ownStarts },
      ])
    }
    return cells
  }
}

const rejectionNames: Readonly<Record<string, string>> = {
  optedOut: 'The browser asks not to be tracked',
  robot: 'A robot',
  unknownEvent: 'Unknown event',
  malformed: 'Malformed',
  foreignReader: 'About another reader',
  repeated: 'Repeated',
  tooManyStories: 'About too many stories',
  tooManyFigures: 'About too many pages and hours',
  unknownStory: 'About a story that doesn’t exist',
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
