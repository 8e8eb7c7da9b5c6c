import { expect, it } from 'vitest'
import type { CreditEvent } from '../../src/domain/subscription/outbox-item.ts'
import { createCreditEmail } from './credit-emails.ts'
import { renderText } from './email-layout.ts'

const at = new Date('2026-12-20T12:00:00Z')

it.each<[CreditEvent, string, readonly string[]]>([
  [
    { event: 'pending', amount: 2000, earnsAt: at },
    'A friend has subscribed with your link',
    ['You’ll get $20 credit on 20 December 2026, unless their payment is refunded or disputed'],
  ],
  [
    { event: 'earned', amount: 2000 },
    'You’ve earned $20 credit',
    ['the $20 credit is now yours. It comes off your next payment automatically.'],
  ],
  [
    { event: 'used', amount: 1399, price: 1399, paidAt: at, left: 601 },
    'We’ve used $13.99 of your credit',
    [
      'refunded $13.99 of your payment for The Verandah on 20 December 2026',
      'Payment: $13.99\nCredit used: $13.99\nYou paid: $0\nCredit left: $6.01',
      'Your subscription hasn’t changed.',
    ],
  ],
])('%j', (about, subject, said) => {
  const email = createCreditEmail(about, 'https://verandah.example')
  expect(email.subject).toBe(subject)
  const text = renderText(email, 'Ravi', 'https://verandah.example')
  for (const words of [...said, 'Dear Ravi,', 'https://verandah.example/refer'])
    expect(text).toContain(words)
})
