/** The steps of the meter: free stories that a reader can use, as the statistics count them. */
import { meterAllowance } from '../../publication/offer.ts'
import { capitalise } from '../capitalise.ts'
import { formatList } from '../list-text.ts'
import { inWords } from '../number-words.ts'

const { guest, email, registered } = meterAllowance

const nameStories = (count: number) => (count === 1 ? 'story' : 'stories')

/** 1 to the largest allowance. A friend's story isn't counted by the meter. */
export const meterSteps: readonly number[] = Array.from(
  { length: Math.max(1, guest + email, registered) },
  (_, index) => index + 1,
)

/** “Two stories” */
export const formatMeterStep = (step: number) => `${capitalise(inWords(step))} ${nameStories(step)}`

/** “one, two and three free stories” */
export const meterStepList = `${formatList(meterSteps.map(inWords))} free ${nameStories(meterSteps.length)}`
