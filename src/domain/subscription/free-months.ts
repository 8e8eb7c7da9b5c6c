/** The free months of the retention offer in words. Free of zod, because browsers load this file. */
import { retentionOffer } from '../../publication/offer.ts'
import { formatDuration, inWords, nameMonths } from '../number-words.ts'

const { months, everyMonths } = retentionOffer

/** Chooses between words about one month and about several. */
export const chooseForFreeMonths = (one: string, several: string) => (months === 1 ? one : several)

/** “free month”, “two free months” */
export const freeMonths = `${chooseForFreeMonths('', `${inWords(months)} `)}free ${nameMonths(months)}`

/** “a free month”, “two free months” */
export const someFreeMonths = `${chooseForFreeMonths('a ', '')}${freeMonths}`

/** “Once a year”, “once in two years” */
export const retentionOfferFrequency = `once ${everyMonths === 12 || everyMonths === 1 ? '' : 'in '}${formatDuration(everyMonths)}`
