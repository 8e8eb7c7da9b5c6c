import { expect, it } from 'vitest'
import { getRecipientDomain } from './recipient-domain.ts'

it.each([
  ['ama@example.com', 'example.com'],
  ['ama@Mail.Example.com', 'example.com'],
  ['ama@a.b.example.co.in', 'example.co.in'],
  ['ama@example.co.in', 'example.co.in'],
  ['ama@co.in', 'co.in'],
  ['ama@com.example', 'com.example'],
  ['"a@b"@example.org', 'example.org'],
  ['ama@yahoo.com.au', 'yahoo.com.au'],
  ['ama@ymail.com.example', 'com.example'],
  ['', ''],
])('the domain of %s is %s', (email, domain) => {
  expect(getRecipientDomain(email)).toBe(domain)
})
