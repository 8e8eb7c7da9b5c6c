/** Describes the free months of the retention offer, without zod, because browsers load this file. */
import { retentionOffer } from '../../publication/offer.ts'
import { formatDuration, inWords, nameMonths } from '../number-words.ts'

const { months, everyMonths } = retentionOffer

/** Chooses between texts for one month and for several. */
export const chooseForFreeMonths = (one: string, several: string) => (months === 1 ? one : several)

/** Either “free month” or “two free months”. */
export const freeMonths = `${chooseForFreeMonths('', `${inWords(months)} `)}free ${nameMonths(months)}`

/** Either “a free month” or “two free months”. */
export const someFreeMonths = `${chooseForFreeMonths('a ', '')}${freeMonths}`

/** Either “once a year” or “once in two years”. */
export const retentionOfferFrequency = `once ${everyMonths === 12 || everyMonths === 1 ? '' : 'in '}${formatDuration(everyMonths)}`
