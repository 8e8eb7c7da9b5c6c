/** How the work of a regular expression grows with the text, on the texts that are worst for it. */
import { type HostileText, hostileTexts, written } from './hostile-text.ts'
import { stepCounter } from './steps.ts'

export type Growth = {
  /**
   * How many times the steps a text of four times the length takes: about 4 where growth is linear,
   * infinite where even a short text takes too many.
   */
  readonly factor: number
  readonly text: HostileText
}

/** Characters. A bounded repetition of more than `long` counts as one without a bound. */
const [shortest, short, long] = [60, 240, 960]
/** Steps a character, beyond which counting stops. No expression of ours takes a tenth of them. */
const most = 300
/** Texts that are tried again at four times the length: those that look worst, in two ways. */
const finalists = 5

type Tried = { readonly text: HostileText; readonly steps: number; readonly rank: number }

/** Null where no text takes any work. */
export function worstGrowth(regex: RegExp): Growth | null {
  const count = stepCounter(regex)
  const stepsOf = (text: HostileText, length: number) =>
    count(written(text, length), most * length).steps
  const worst = { work: [] as Tried[], growth: [] as Tried[] }
  const enter = (list: Tried[], tried: Tried) => {
    if (list.length === finalists && tried.rank <= list.at(-1)!.rank) return
    list.push(tried)
    list.sort((one, other) => other.rank - one.rank)
    list.splice(finalists)
  }
  for (const text of hostileTexts(regex)) {
    const steps = stepsOf(text, short)
    if (steps > most * short) return { factor: Number.POSITIVE_INFINITY, text }
    enter(worst.work, { text, steps, rank: steps })
    enter(worst.growth, { text, steps, rank: steps / stepsOf(text, shortest) })
  }
  let growth: Growth | null = null
  for (const { text, steps } of [...worst.work, ...worst.growth]) {
    const factor = stepsOf(text, long) / steps
    if (growth === null || factor > growth.factor) growth = { factor, text }
  }
  return growth
}
