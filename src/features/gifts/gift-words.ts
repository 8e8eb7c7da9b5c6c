/** What the pages about giving say alike. */
import { letterAddress } from '../../domain/letter.ts'
import { formatMoney } from '../../domain/money.ts'
import { planPrice } from '../../domain/plan.ts'
import { site } from '../../site.ts'

/** A gift is twelve months; other lengths have no price. */
export const giftPrice = formatMoney(planPrice('annual_99'))

/** How a subscription is given while paying here is not connected: a letter, begun for the giver. */
export const giftLetter = letterAddress({
  to: site.subscriptionsEmail,
  subject: 'A subscription as a gift',
  lines: [
    `I would like to give twelve months of ${site.name}.`,
    '',
    'For (name):',
    'Their e-mail address:',
    'To arrive on (day):',
    'From (how I sign):',
    'My words to them:',
  ],
})
