/** Formulas that compute statistics from counted numbers. */
import { type NumberName, numberNames } from './numbers.ts'
import type { StatisticId } from './statistic-definitions.ts'

type Formula = {
  readonly number: NumberName
  /** The denominator of a rate. */
  readonly whole?: NumberName
  /** The number of `whole` to which a rate refers. */
  readonly per?: number
  /** The number of payments in a sum of money. */
  readonly payments?: NumberName
}

/** Statistics other than the number with the same name. */
const formulas: { readonly [Id in StatisticId]?: Formula } = {
  readRate: { number: 'reads', whole: 'views' },
  depth25: { number: 'depth25', whole: 'views' },
  depth50: { number: 'depth50', whole: 'views' },
  depth75: { number: 'depth75', whole: 'views' },
  depth100: { number: 'depth100', whole: 'views' },
  wallRate: { number: 'walls', whole: 'views' },
  checkoutRate: { number: 'checkouts', whole: 'walls' },
  storyStarts: { number: 'starts' },
  startRate: { number: 'starts', whole: 'checkouts' },
  startsPerThousand: { number: 'starts', whole: 'views', per: 1000 },
  recoveryRate: { number: 'paymentsRecovered', whole: 'paymentsFailed' },
  revenue: { number: 'revenue', payments: 'payments' },
  giftRevenue: { number: 'giftRevenue', payments: 'giftsBought' },
  issueViews: { number: 'views' },
  issueReads: { number: 'reads' },
  issueViewRate: { number: 'views', whole: 'issueSent' },
  issueStarts: { number: 'starts' },
  meterShare: { number: 'meterReaders', whole: 'allMeterReaders' },
}

export function getFormula(figure: StatisticId): Formula {
  const number = numberNames.find((name) => name === figure)
  const formula = formulas[figure] ?? (number && { number })
  if (!formula) throw new Error(`${figure} isn’t counted`)
  return formula
}
