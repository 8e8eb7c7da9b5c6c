/**
 * The one-way codes (hashes) that the server stores about readers, as listed on the privacy page. Code in functions/
 * that stores another hash needs a row here.
 */
import { emailLimitDays } from '../domain/email-limits.ts'
import { retentionOfferFrequency, someFreeMonths } from '../domain/subscription/free-months.ts'
import { meterDays } from '../publication/meter.ts'
import { retentionOffer } from '../publication/offer.ts'

export const storedCodes = [
  {
    source: 'Your student address',
    purpose: 'Each student address gets only one subscription',
    lifetime: 'As long as we store your subscription',
  },
  {
    source: 'An address we’ve emailed to confirm something',
    purpose: 'Nobody can flood that inbox with our emails',
    lifetime: `${emailLimitDays} days`,
  },
  {
    source: 'An email address used to open free stories, with the times',
    purpose: 'A new account doesn’t get those free stories again',
    lifetime: `${meterDays} days after the last one, even if you delete your account`,
  },
  {
    source: `Your PayPal account, if you’ve had ${someFreeMonths}`,
    purpose: `Each person gets ${someFreeMonths} ${retentionOfferFrequency}`,
    lifetime: `${retentionOffer.everyMonths} months, even if you delete your account`,
  },
  {
    source: 'Your PayPal account and subscription, with your first payment’s date',
    purpose: 'Nobody can earn credit by inviting you once you’ve already paid for a subscription',
    lifetime:
      '12 months after the time you last paid for ends, or after you delete your account, whichever is later',
  },
  {
    source: 'Your network, with the stories opened from it',
    purpose: 'Nobody can copy the magazine with software',
    lifetime: '2 days',
  },
  {
    source: 'Your network, with a different code for each story',
    purpose: 'Nobody can manipulate the most-read list',
    lifetime: 'Until the day is over',
  },
  {
    source: 'Your network, if you report a page',
    purpose: 'Reports by one person count once',
    lifetime: 'Until our editors have been told',
  },
]
