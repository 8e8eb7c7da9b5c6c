import { expect, it } from 'vitest'
import type { CreditEvent } from '../../src/domain/outbox/outbox-item.ts'
import { renderText } from '../email/email-layout.ts'
import { createCreditEmail } from './credit-email-text.ts'

const at = new Date('2026-12-20T12:00:00Z')
const used = (parts: object): CreditEvent => ({
  event: 'used',
  ...{ amount: 0, share: 0, months: 0, excess: 0, price: 9900, paidAt: at, left: 0, ...parts },
})
const payment = 'of your payment of $99 for The Verandah on 20 December 2026'

it.each<[CreditEvent, string, string, readonly string[]]>([
  [
    { event: 'pending', amount: 2000, earnsAt: at },
    'A friend has subscribed with your link',
    '/refer',
    ['You’ll get $20 credit on 20 December 2026, unless their payments are refunded or disputed'],
  ],
  [
    { event: 'earned', amount: 2000 },
    'You’ve earned $20 credit',
    '/refer',
    ['the $20 credit is now yours. It comes off your next payment automatically.'],
  ],
  [
    used({ amount: 1399, price: 1399, left: 601 }),
    'We’ve used $13.99 of your credit',
    '/refer',
    [
      'returned $13.99 of your payment of $13.99 for The Verandah on 20 December 2026, using your credit.',
      'Payment: $13.99\nCredit used: $13.99\nYou paid: $0\nCredit left: $6.01',
      'Your subscription hasn’t changed.',
    ],
  ],
  [
    used({ share: 2475, months: 3 }),
    'We’ve returned $24.75 of your payment',
    '/settings',
    [
      `returned $24.75 ${payment}, for three months you’ve been given.`,
      'Payment: $99\nTime you’ve been given: $24.75\nYou paid: $74.25\n\n',
    ],
  ],
  [
    used({ excess: 1399, price: 2798 }),
    'We’ve returned $13.99 of your payment',
    '/settings',
    [
      'because PayPal charged more than the price.',
      'Payment: $27.98\nCharged above the price: $13.99\nYou paid: $13.99\n\n',
    ],
  ],
  [
    used({ share: 2475, months: 3, amount: 2000, left: 100 }),
    'We’ve returned $44.75 of your payment',
    '/refer',
    [
      `returned $44.75 ${payment}, for three months you’ve been given and using your credit.`,
      'Credit used: $20\nYou paid: $54.25\nCredit left: $1',
    ],
  ],
  [
    used({ share: 825, months: 1, amount: 2000, excess: 9900, price: 19800, left: 0 }),
    'We’ve returned $127.25 of your payment',
    '/refer',
    [
      'for one month you’ve been given, using your credit and because PayPal charged more than the price.',
      'Payment: $198\nTime you’ve been given: $8.25\nCredit used: $20\nCharged above the price: $99\nYou paid: $70.75',
    ],
  ],
])('%j', (about, subject, path, said) => {
  const email = createCreditEmail(about, 'https://verandah.example')
  expect(email.subject).toBe(subject)
  expect(email.action?.url).toBe(`https://verandah.example${path}`)
  const text = renderText(email, 'Ravi', 'https://verandah.example')
  for (const words of [...said, 'Dear Ravi,']) expect(text).toContain(words)
})
