import { getPeriod } from '../../../src/domain/statistics/periods.ts'
import {
  createCount,
  createRate,
  type Report,
  type Table,
} from '../../../src/domain/statistics/report.ts'
import { getStatistic } from '../../../src/domain/statistics/statistic-definitions.ts'
import { addSums } from './add-sums.ts'
import { noSums, readSums, readTransitions, type Sums } from './read-statistics.ts'
import { createReport, type ReportContext } from './report-context.ts'
import { formatSource } from './source-names.ts'
import { countTransitions, getKinds } from './transition-statistics.ts'

type Steps = Pick<Sums, 'views' | 'walls' | 'checkouts'> & { readonly starts: number }

/** Each step, and its rate from the step before. */
const steps = [
  { figure: 'views', rate: null },
  { figure: 'walls', rate: { figure: 'wallRate', whole: 'views' } },
  { figure: 'checkouts', rate: { figure: 'checkoutRate', whole: 'walls' } },
  { figure: 'starts', rate: { figure: 'startRate', whole: 'checkouts' } },
] as const

function createStepsTable(now: Steps, before: Steps): Table {
  return {
    id: 'funnel',
    title: 'From view to subscription',
    note: '28 whole days before today. Steps are counted by themselves: somebody may view a story today and subscribe next week.',
    rowHeading: 'Step',
    columns: [{ label: 'Count', comparedWith: 'the 28 days before' }],
    rows: steps.map(({ figure }) => ({
      label: getStatistic(figure).label,
      figure,
      cells: [createCount(figure, now[figure], before[figure])],
    })),
    chart: 'bars',
  }
}

function createRatesTable(now: Steps, before: Steps): Table {
  const countThousand = ({ starts, views }: Steps) => ({ part: 1000 * starts, whole: views })
  return {
    id: 'rates',
    title: 'From one step to the next',
    note: '28 whole days before today.',
    rowHeading: 'Rate',
    columns: [{ label: 'Share', comparedWith: 'the 28 days before' }],
    rows: [
      ...steps.flatMap(({ figure, rate }) =>
        rate
          ? [
              {
                label: getStatistic(rate.figure).label,
                figure: rate.figure,
                cells: [
                  createRate(
                    rate.figure,
                    { part: now[figure], whole: now[rate.whole] },
                    { part: before[figure], whole: before[rate.whole] },
                  ),
                ],
              },
            ]
          : [],
      ),
      {
        label: getStatistic('startsPerThousand').label,
        figure: 'startsPerThousand' as const,
        cells: [createRate('startsPerThousand', countThousand(now), countThousand(before))],
      },
    ],
  }
}

export async function createFunnelReport(context: ReportContext): Promise<Report> {
  const { database, clock } = context
  const { days, before } = getPeriod(clock.today, 28)
  const [sources, sourcesBefore, transitions, transitionsBefore] = await Promise.all([
    readSums(database, days, 'source'),
    readSums(database, before, 'source'),
    readTransitions(database, { days }, 'source'),
    readTransitions(database, { days: before }, 'source'),
  ])
  const createSteps = (sums: Sums, starts: number): Steps => ({ ...sums, starts })
  const now = createSteps(addSums(sources.values()), countTransitions(transitions, 'starts'))
  const then = createSteps(
    addSums(sourcesBefore.values()),
    countTransitions(transitionsBefore, 'starts'),
  )
  const keys = new Set([...sources.keys(), ...transitions.keys(getKinds('starts'))])
  return createReport(context, {
    title: 'Funnel',
    tables: [
      createStepsTable(now, then),
      createRatesTable(now, then),
      {
        id: 'sources',
        title: 'By source',
        note: '28 whole days before today. Views and walls by where the reader came from to that page; subscriptions by how their reader’s visit began.',
        rowHeading: 'Source',
        columns: [
          { label: 'Views', figure: 'views' },
          { label: 'Walls', figure: 'walls' },
          { label: 'Wall rate', figure: 'wallRate' },
          { label: 'Started', figure: 'starts' },
        ],
        rows: [...keys].map((source) => {
          const { views, walls } = sources.get(source) ?? noSums
          const starts = countTransitions(transitions, 'starts', source)
          return {
            label: formatSource(source),
            cells: [
              { value: views },
              { value: walls },
              createRate('wallRate', { part: walls, whole: views }),
              { value: starts },
            ],
          }
        }),
      },
    ],
  })
}
