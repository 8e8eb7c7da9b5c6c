import { expect } from 'vitest'
import type { CreditEvent } from '../../src/domain/outbox/outbox-item.ts'
import { eachRow } from '../../src/domain/testing/each-row.ts'
import { at, expectSaid, siteUrl, words } from '../email/testing/subscription-email-samples.ts'
import { createCreditEmail } from './credit-email-text.ts'

/** Parses a text such as “used, amount 1399, left 601”. */
function readEvent(text: string): CreditEvent {
  const [event, ...parts] = text.split(', ')
  const nothing = { amount: 0, share: 0, months: 0, excess: 0, price: 9900, left: 0 }
  const numbers = Object.fromEntries(parts.map((part) => part.split(' ')))
  for (const name in numbers) numbers[name] = Number(numbers[name])
  const times = event === 'used' ? { ...nothing, paidAt: at } : { earnsAt: at }
  return { event, ...times, ...numbers } as CreditEvent
}

const payment = 'of your payment of $99 for The Verandah on 20 November 2026'

// Columns: the event, the email's link, and text that the email contains.
eachRow(`
  pending, amount 2000 | /refer | A friend has subscribed through your link | You’ll get $20 credit on 20 November 2026, unless your friend’s payments are refunded or disputed
  earned, amount 2000 | /refer | You’ve earned $20 credit | the $20 credit is now yours. It will come off your next payment automatically.
  used, amount 1399, price 1399, left 601 | /refer | We’ve used $13.99 of your credit | returned $13.99 of your payment of $13.99 for The Verandah on 20 November 2026, using your credit. | Payment: $13.99, Credit used: $13.99, You paid: $0, Credit left: $6.01 | Your subscription hasn’t changed.
  used, share 2475, months 3 | /settings | We’ve returned $24.75 of your payment | returned $24.75 ${payment}, for three months you’ve been given. | Payment: $99, Time you’ve been given: $24.75, You paid: $74.25 | !Credit left
  used, excess 1399, price 2798 | /settings | We’ve returned $13.99 of your payment | because PayPal charged more than the price. | Payment: $27.98, Charged above the price: $13.99, You paid: $13.99 | !Credit left
  used, share 2475, months 3, amount 2000, left 100 | /refer | We’ve returned $44.75 of your payment | returned $44.75 ${payment}, for three months you’ve been given and using your credit. | Credit used: $20, You paid: $54.25, Credit left: $1
  used, share 825, months 1, amount 2000, excess 9900, price 19800 | /refer | We’ve returned $127.25 of your payment | for one month you’ve been given, using your credit and because PayPal charged more than the price. | Payment: $198, Time you’ve been given: $8.25, Credit used: $20, Charged above the price: $99, You paid: $70.75
`)('%s', (event, path, ...said) => {
  const email = createCreditEmail(readEvent(event!), siteUrl)
  expect(email.action?.url).toBe(siteUrl + path)
  expectSaid(words(email)!.replace(/(?<=: \$\S+)\n/g, ', '), said)
})
