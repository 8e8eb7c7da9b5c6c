/** The steps of the meter: the free stories that a reader can use, as counted by the statistics. */
import { meterAllowance } from '../../publication/meter.ts'
import { capitalise } from '../capitalise.ts'
import { formatList } from '../list-text.ts'
import { inWords } from '../number-words.ts'

const { guest, email, registered } = meterAllowance

const nameStories = (count: number) => (count === 1 ? 'story' : 'stories')

/** From 1 to the largest allowance. The meter doesn't count a story unlocked by a friend's link. */
export const meterSteps: readonly number[] = Array.from(
  { length: Math.max(1, guest + email, registered) },
  (_, index) => index + 1,
)

/** Returns “Two stories”. */
export const formatMeterStep = (step: number) => `${capitalise(inWords(step))} ${nameStories(step)}`

/** A phrase such as “one, two and three free stories”. */
export const meterStepList = `${formatList(meterSteps.map(inWords))} free ${nameStories(meterSteps.length)}`
