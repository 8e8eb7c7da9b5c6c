import { formatStatistic } from './format-statistic.ts'
import type { NumberName, Numbers } from './numbers.ts'

type Pair = { readonly value: number; readonly before: number }

type Compared = { readonly now: Numbers; readonly before: Numbers }

export type Week = Compared & {
  /** The stories with the most views come first. */
  readonly stories: readonly (Compared & { readonly title: string })[]
}

const getPair = ({ now, before }: Compared, name: NumberName): Pair => ({
  value: now[name] ?? 0,
  before: before[name] ?? 0,
})

/** Counts vary by about their square root, so a smaller difference is meaningless. */
const isRealChange = ({ value, before }: Pair) =>
  Math.abs(value - before) > 2 * Math.sqrt(value + before)

const formatCount = (value: number, none: string, one: string, many: string) =>
  value === 0 ? none : `${formatStatistic(value, 'count')} ${value === 1 ? one : many}`

function compare(pair: Pair): string {
  const { value, before } = pair
  if (value === before) return value === 0 ? 'as in the week before' : 'as many as the week before'
  if (!isRealChange(pair)) return 'about as many as the week before'
  if (before === 0) return 'after none the week before'
  const change = Math.round((100 * Math.abs(value - before)) / before)
  return `${change}% ${value > before ? 'more' : 'fewer'} than the week before`
}

/** Describes the changes of the last seven days in sentences. */
export function describeWeek({ stories: all, ...week }: Week): string[] {
  const views = getPair(week, 'views')
  const reads = getPair(week, 'reads')
  const starts = getPair(week, 'starts')
  const cancellations = getPair(week, 'cancellations')
  const stories = all.map((story) => ({ title: story.title, ...getPair(story, 'views') }))
  if (views.value + views.before + starts.value + cancellations.value === 0)
    return ['Nothing has been counted in the last seven days.']
  const sentences = [
    `In the last seven days, stories had ${formatCount(views.value, 'no views', 'view', 'views')}, ${compare(views)}, and ${formatCount(reads.value, 'no reads', 'read', 'reads')}, ${compare(reads)}.`,
    `${formatCount(starts.value, 'No subscriptions', 'subscription', 'subscriptions')} started, ${compare(starts)}, and ${formatCount(cancellations.value, 'none were', 'was', 'were')} cancelled, ${compare(cancellations)}.`,
  ]
  const [first] = stories
  // The Worker counts unlocks, so stories may have statistics without views.
  if (first && views.value > 0)
    sentences.push(
      `The most viewed story was “${first.title}”, with ${formatStatistic(first.value / views.value, 'share')} of all views.`,
    )
  const [riser] = stories
    .filter((story) => story !== first && story.value > story.before && isRealChange(story))
    .sort((one, other) => other.value - other.before - (one.value - one.before))
  if (riser)
    sentences.push(
      `“${riser.title}” gained the most: ${formatCount(riser.value, 'no views', 'view', 'views')}, after ${formatStatistic(riser.before, 'count')} the week before.`,
    )
  return sentences
}
