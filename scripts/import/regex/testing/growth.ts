import { createStepCounter } from './count-steps.ts'
import { generateHostileTexts, type HostileText, renderHostileText } from './hostile-text.ts'

export type Growth = {
  /** Steps of a text four times as long: about 4 if linear, infinite if a short text takes too many. */
  readonly factor: number
  readonly text: HostileText
}

/** Characters. Repetitions bounded above `long` count as unbounded. */
const [shortest, short, long] = [60, 240, 960]
/** Steps per character of a short text; none of our expressions takes a tenth of them. */
const maxSteps = 300
/** The number of worst texts, by steps and by growth, that are tried again at four times the length. */
const finalists = 5

type Trial = { readonly text: HostileText; readonly steps: number; readonly rank: number }

/** Returns null if no text takes any steps. */
export function findWorstGrowth(regex: RegExp): Growth | null {
  const count = createStepCounter(regex)
  const countSteps = (text: HostileText, length: number) =>
    // Leaves room for quadratic growth from `short` to `long`.
    count(renderHostileText(text, length), maxSteps * length * (length / short)).steps
  const worst = { work: [] as Trial[], growth: [] as Trial[] }
  const enter = (list: Trial[], trial: Trial) => {
    if (list.length === finalists && trial.rank <= list.at(-1)!.rank) return
    list.push(trial)
    list.sort((one, other) => other.rank - one.rank)
    list.splice(finalists)
  }
  for (const text of generateHostileTexts(regex)) {
    const steps = countSteps(text, short)
    if (steps > maxSteps * short) return { factor: Number.POSITIVE_INFINITY, text }
    enter(worst.work, { text, steps, rank: steps })
    enter(worst.growth, { text, steps, rank: steps / countSteps(text, shortest) })
  }
  let growth: Growth | null = null
  for (const { text, steps } of [...worst.work, ...worst.growth]) {
    const factor = countSteps(text, long) / steps
    if (growth === null || factor > growth.factor) growth = { factor, text }
  }
  return growth
}
