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
  ['ama@googlemail.com', 'gmail.com'],
  ['ama@yahoo.co.in', 'yahoo.com'],
  ['ama@Ymail.com', 'yahoo.com'],
  ['ama@yahoo.com.au', 'yahoo.com'],
  ['ama@ymail.com.example', 'com.example'],
  ['news@ama.fastmail.com', 'fastmail.com'],
  ['ama@fastmail.co.uk', 'fastmail.com'],
  ['ama@sent.com', 'fastmail.com'],
  ['x1@privaterelay.appleid.com', 'icloud.com'],
  ['ama@me.com', 'icloud.com'],
  ['x1@ama.mozmail.com', 'mozmail.com'],
  ['x1@ama.anonaddy.com', 'addy.io'],
  ['', ''],
])('the domain of %s is %s', (email, domain) => {
  expect(getRecipientDomain(email)).toBe(domain)
})
