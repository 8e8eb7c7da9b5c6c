import { expect, it } from 'vitest'
import { type Identity, isSamePerson, normaliseAddress } from './self-referral.ts'

const referrer: Identity = {
  uid: 'ama',
  payerId: 'PAYERAMA',
  addresses: ['ama.silva@gmail.com', 'ama@silva.example'],
}
const friend: Identity = { uid: 'nimal', payerId: 'PAYERNIMAL', addresses: ['nimal@example.com'] }

it.each<[string, Partial<Identity>, boolean]>([
  ['somebody else', {}, false],
  ['the same account', { uid: 'ama' }, true],
  ['the same PayPal account', { payerId: 'PAYERAMA' }, true],
  ['the same address', { addresses: ['', 'Ama@Silva.example '] }, true],
  ['the same inbox', { addresses: ['AmaSilva+friend@googlemail.com'] }, true],
  ['unknown', { uid: null, payerId: '', addresses: ['', ''] }, false],
])('isSamePerson compares accounts, PayPal accounts and inboxes: %s', (_, details, isSame) => {
  expect(isSamePerson({ ...friend, ...details }, referrer)).toBe(isSame)
})

it('two unknown people aren’t treated as the same person', () => {
  const unknown: Identity = { uid: null, payerId: '', addresses: [''] }
  expect(isSamePerson(unknown, unknown)).toBe(false)
})

it.each(['l.eela@proton.me', 'le-ela@protonmail.com', 'lee_la+2@pm.me'])(
  'Proton delivers %s to the inbox of leela@proton.me',
  (address) => expect(normaliseAddress(address)).toBe('leela@proton.me'),
)

it.each([
  ['news@ravi.fastmail.com', 'ravi@fastmail.com'],
  ['ravi+news@me.com', 'ravi@icloud.com'],
  ['ravi@mac.com', 'ravi@icloud.com'],
  ['ravi.rao+news@ya.ru', 'ravi-rao@yandex.com'],
  ['news@ravi.example.com', 'news@ravi.example.com'],
])('the address %s leads to the inbox of %s', (address, inbox) =>
  expect(normaliseAddress(address)).toBe(inbox),
)

it('Yahoo delivers disposable addresses to one inbox', () => {
  expect(normaliseAddress('leela-news@yahoo.co.in')).toBe('leela@yahoo.co.in')
  expect(normaliseAddress('leela-news@example.com')).toBe('leela-news@example.com')
})

it('dots in an address are kept where they matter', () => {
  expect(normaliseAddress('a.b@example.com')).not.toBe(normaliseAddress('ab@example.com'))
})
