import { createMailtoLink } from '../../domain/mailto-link.ts'
import { formatMoney } from '../../domain/money.ts'
import { getPlanPrice } from '../../domain/subscription/plan.ts'
import { site } from '../../site.ts'

/** Twelve months; other lengths have no price. */
export const giftPrice = formatMoney(getPlanPrice('annual_99'))

/** An email draft, while gifts can't be paid for online. */
export const giftRequestLink = createMailtoLink({
  to: site.subscriptionsEmail,
  subject: 'Gift subscription',
  lines: [
    `I’d like to give twelve months of ${site.name}.`,
    '',
    'Their name:',
    'Their email address:',
    'Delivery date:',
    'My name:',
    'My message:',
  ],
})
