import { text } from 'node:stream/consumers'
import { beforeEach, expect, it } from 'vitest'
import type { StaffGift } from '../../../src/contracts/endpoints/staff-gift-endpoints.ts'
import { giftLengths } from '../../../src/domain/gift/gift-length.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { runDeskInProcess } from '../testing/run-in-process.ts'

const gift: StaffGift = {
  ...{ id: 'ORDER-1', code: '0123456789ABCDEF', state: 'sent', price: 9900 },
  length: giftLengths[0]!,
  ...{ buyerUid: 'mira', buyerEmail: 'mira@example.com', recipient: null, capture: null },
  ...{ createdAt: '2026-11-01T10:00:00Z', paidAt: null, deliverAt: null, sentAt: null },
  ...{ addressRefusedAt: null, redeemableUntil: null, redeemedAt: null, redeemer: null },
  history: [{ at: '2026-11-02T10:00:00Z', kind: 'resend', by: 'Olu', message: 'Lost' }],
}

let received: string[]
const siteUrl = await startTestServer(async (request, response) => {
  const { method, url = '' } = request
  received.push(`${method} ${url} ${await text(request)}`.trim())
  const isSearch = url.endsWith('/search')
  const states = { before: 'sent', after: url.endsWith('/void') ? 'voided' : 'sent' }
  const answers = isSearch ? { gifts: [gift] } : { lines: ['in words'], documents: [], next: null }
  response.end(JSON.stringify({ ...answers, ...states }))
})
beforeEach(() => {
  received = []
})

const run = (...args: string[]) =>
  runDeskInProcess({ SITE_URL: siteUrl, DESK_ACCESS_KEY: 'key' }, args)

const reader = 'mira@example.com'
const year = '2099-01-01T00:00:00.000Z'
it.each<[string[], string, object]>([
  [['find', reader], 'find', { show: 'account' }],
  [['history', reader], 'find', { show: 'history' }],
  [['payments', reader], 'find', { show: 'payments' }],
  [['credit', reader], 'find', { show: 'credit' }],
  [['resend', reader], 'find', { show: 'emails' }],
  [['resend', reader, 'started'], 'support', { dryRun: false, act: 'resend', template: 'started' }],
  [['cancel', reader, '--dry-run'], 'support', { dryRun: true, act: 'cancel' }],
  [['cancel', reader, '--now'], 'money', { dryRun: false, act: 'endNow' }],
  [['end-sessions', reader], 'support', { dryRun: false, act: 'endSessions' }],
  [['hide-profile', reader], 'support', { dryRun: false, act: 'hideProfile' }],
  [['show-profile', reader], 'support', { dryRun: false, act: 'showProfile' }],
  [['grant', reader, '--until', year], 'money', { dryRun: false, act: 'grant', until: year }],
  [['end-grant', reader], 'money', { dryRun: false, act: 'grant', until: null }],
  [
    ['remove-credit', reader, '--amount', '6.01', '--message', ' Typo '],
    'money',
    { dryRun: false, message: 'Typo', act: 'removeCredit', amount: 601 },
  ],
])('desk reader %j calls the endpoint “%s”', async (args, endpoint, body) => {
  expect(await run('reader', ...args)).toEqual({ code: 0, out: 'in words\n', errors: '' })
  const [call = '', ...others] = received
  expect(others).toEqual([])
  const path = `POST /api/desk/readers/${endpoint} `
  expect(call.slice(0, path.length)).toBe(path)
  expect(JSON.parse(call.slice(path.length))).toEqual({ reader, ...body })
})

it.each([
  [['resend', 'ORDER-1'], 'POST /api/desk/gifts/ORDER-1/card {"dryRun":false}', 'emails the card'],
  [
    ['void', '0123-4567-89ab-cdef'],
    'POST /api/desk/gifts/ORDER-1/void {"dryRun":false}',
    '→ voided',
  ],
  [
    ['refund', 'ORDER-1', '--dry-run', '--message', 'Asked'],
    'POST /api/desk/gifts/ORDER-1/refund {"dryRun":true,"message":"Asked"}',
    'no change, sent\nNothing was written.',
  ],
  [
    ['extend', 'ORDER-1', '--until', year],
    `PUT /api/desk/gifts/ORDER-1/deadline {"dryRun":false,"until":"${year}"}`,
    'redeemable until',
  ],
])('desk gift %j finds the gift and calls its endpoint', async (args, call, printed) => {
  const { code, out, errors } = await run('gift', ...args)
  expect({ code, errors }).toEqual({ code: 0, errors: '' })
  expect(out).toContain(`ORDER-1: `)
  expect(out).toContain(printed)
  expect(received).toEqual([expect.stringContaining('POST /api/desk/gifts/search'), call])
})

it('desk gift lists the gifts of a person, and shows one with its history', async () => {
  const found = await run('gift', 'find', reader)
  expect(found.out).toMatch(/^ORDER-1 .* sent {2}given in person\n$/)
  const shown = await run('gift', 'show', 'ORDER-1')
  expect(shown.out).toMatch(/^state +sent$/m)
  expect(shown.out).toContain('Olu  resend: Lost')
  expect(await run('gift', 'show', 'ORDER-2')).toMatchObject({ code: 1, out: '' })
})

it('desk list asks each collection for pictures without a description', async () => {
  expect(await run('list', '--needs', 'alt')).toMatchObject({ out: 'No documents found.\n' })
  expect(received).toContain('GET /api/desk/documents?needs=alt&collection=articles')
  expect(received).toContain('GET /api/desk/documents?needs=alt&collection=events')
})
