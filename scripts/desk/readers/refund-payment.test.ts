import { json } from 'node:stream/consumers'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { refundPayment } from './refund-payment.ts'

let received: unknown[]
let answers: object[]
let printed: string[]

const siteUrl = await startTestServer(async (request, response) => {
  received.push(await json(request))
  response.end(JSON.stringify(answers.shift()))
})

const effect = 'a'.repeat(64)
const plan = { payment: 'S-1', effect, isRefunded: false }
const shown = { lines: ['refund  $99'], plan, choices: [] }
const done = { lines: ['refunded $99'], plan: null, choices: [] }
const refund = { reader: 'mira', message: 'Sorry' }

beforeEach(() => {
  received = []
  printed = []
  vi.spyOn(console, 'log').mockImplementation((line) => void printed.push(line))
})
afterEach(() => {
  vi.restoreAllMocks()
})

async function run(given: object[], { dryRun = false, isConfirmed = false } = {}) {
  answers = given
  await refundPayment({ siteUrl, accessKey: 'key' }, refund, { dryRun, isConfirmed })
}

it('a refund names the effect that was shown', async () => {
  await run([shown, done], { isConfirmed: true })
  expect(received).toEqual([refund, { ...refund, payment: 'S-1', effect }])
  expect(printed).toEqual(['refund  $99', 'refunded $99'])
})

it.each([true, false])(
  'a refund isn’t made without a confirmation (dry run: %s)',
  async (dryRun) => {
    const refused = run([shown], { dryRun })
    if (dryRun) await refused
    else await expect(refused).rejects.toThrow('To skip the question, add --yes.')
    expect(received).toEqual([refund])
  },
)

it('a refund that PayPal has made is finished without a question', async () => {
  await run([{ ...shown, plan: { ...plan, isRefunded: true } }, done])
  expect(received).toHaveLength(2)
})

it('without a terminal, a refund lists the payments of which one must be chosen', async () => {
  const choice = { lines: ['1  S-0', '2  S-1', 'Several.'], plan: null, choices: ['S-0', 'S-1'] }
  await expect(run([choice], { isConfirmed: true })).rejects.toThrow(
    '2  S-1\nSeveral.\nChoose one with --payment ID. Nothing was refunded.',
  )
  expect(received).toEqual([refund])
})
