/** Describes what will happen, for pages, emails and the desk. Doesn't use zod, because browsers load this file. */

import { currency } from '../../publication/offer.ts'
import { formatDay } from '../day.ts'
import { formatList } from '../list-text.ts'
import { formatMoney } from '../money.ts'
import { formatMonths, inWords } from '../number-words.ts'
import { chooseForFreeMonths, freeMonths } from './free-months.ts'
import type { UpcomingEvent } from './outlook.ts'

/** Returns “$74.25”. */
export const formatCents = (minorUnits: number) => formatMoney({ minorUnits, currency })

/** Returns “$74.25 on 16 June 2027”. */
export const formatNextPayment = ({ at, minorUnits }: { at: Date; minorUnits: number }) =>
  `${formatCents(minorUnits)} on ${formatDay(at)}`

const sourceNames: Readonly<Record<UpcomingEvent['sources'][number], string>> = {
  gift: 'your gift',
  freeMonth: chooseForFreeMonths(`your ${freeMonths}`, 'your free months'),
  pause: 'your pause',
  delay: 'the time we added after a delay',
}

type UpcomingText = Omit<UpcomingEvent, 'at'>

const nameSources = ({ sources }: Pick<UpcomingEvent, 'sources'>) =>
  formatList(sources.map((source) => sourceNames[source]))

/** Returns “three months of your gift” or “your free month”. */
function describeTime({ months, sources }: UpcomingText): string {
  const names = nameSources({ sources })
  const [source] = sources
  if (sources.length === 1 && source === 'freeMonth')
    return chooseForFreeMonths(names, `${inWords(months)} of ${names}`)
  return sources.length === 1 && source === 'delay' ? names : `${formatMonths(months)} of ${names}`
}

function describeUpcoming(event: UpcomingText): string {
  const { kind, minorUnits, months } = event
  switch (kind) {
    case 'payment': {
      if (months === 0) return `You’ll pay ${formatCents(minorUnits)}.`
      return minorUnits === 0
        ? `You’ll pay nothing, with ${describeTime(event)} taken off. PayPal will charge the full price, and we’ll refund all of it straight away.`
        : `You’ll pay ${formatCents(minorUnits)}, with ${describeTime(event)} taken off. PayPal will charge the full price, and we’ll refund the rest straight away.`
    }
    case 'skippedPayment':
      return `No payment: this month is covered by ${nameSources(event)}.`
    case 'closes':
      return 'Your pause begins. Subscriber stories will be locked, and you won’t be charged.'
    case 'opens':
      return 'Your pause ends, and you can read everything again.'
    case 'locks':
      return event.sources.length > 0
        ? `Subscriber stories will be locked: ${nameSources(event)} can’t cover this time any more.`
        : 'Subscriber stories will be locked.'
    case 'unlocks':
      return 'You can read everything again.'
    case 'ends':
      return 'Your subscription ends, and subscriber stories will be locked.'
  }
}

export const formatUpcoming = ({
  at,
  ...event
}: UpcomingEvent): readonly [day: string, text: string] => [formatDay(at), describeUpcoming(event)]

/** The minimum number of payments to combine; fewer are listed individually. */
const minRun = 3

/** Returns “16 December 2026 to 16 November 2027” and “You’ll pay $13.99 each month.” */
function formatRun(events: readonly UpcomingEvent[]): readonly [days: string, text: string] {
  const first = events[0]!
  const days = `${formatDay(first.at)} to ${formatDay(events.at(-1)!.at)}`
  const text =
    first.kind === 'payment'
      ? `You’ll pay ${formatCents(first.minorUnits)} each month.`
      : `No payments: these ${formatMonths(events.length)} are covered by ${nameSources(first)}.`
  return [days, text]
}

/** Combines consecutive monthly payments that differ only in their days. */
export function summariseUpcoming(
  events: readonly UpcomingEvent[],
): readonly (readonly [days: string, text: string])[] {
  const runs: UpcomingEvent[][] = []
  for (const event of events) {
    const run = runs.at(-1)
    const isSame = run && describeUpcoming(run[0]!) === describeUpcoming(event)
    if (isSame) run.push(event)
    else runs.push([event])
  }
  return runs.flatMap((run) => (run.length < minRun ? run.map(formatUpcoming) : [formatRun(run)]))
}
