/** Tests free stories after an account's deletion, and for several accounts with one inbox. */
import { beforeEach, expect, it } from 'vitest'
import { day, hour } from '../../src/domain/duration.ts'
import { meterAllowance, meterDays } from '../../src/publication/meter.ts'
import { createRetentionJob } from '../app/retention-job.ts'
import { unwrap } from '../testing/unwrap.ts'
import type { Browser, MeterHarness } from './testing/meter-harness.ts'
import { openMeterHarness, readWays, stories } from './testing/meter-scenario.ts'

let harness: MeterHarness
beforeEach(async () => {
  harness = await openMeterHarness()
})

/** Creates an account in a new browser. */
async function openAccount(uid: string, email: string, { isVerified = true } = {}) {
  harness.addAccount(uid, { isVerified, email })
  const browser = harness.openBrowser()
  expect((await browser.signIn(uid)).status).toBe(200)
  return browser
}

async function readAll(browser: Browser): Promise<number> {
  let opened = 0
  for (const slug of stories) if ((await browser.unlock(slug)).body.state === 'open') opened++
  return opened
}

const deleteAccount = async (browser: Browser, uid: string) => {
  const answer = await browser.send('DELETE', '/api/account', { idToken: uid })
  expect(answer.status).toBe(204)
  expect(await harness.read(`users/${uid}`)).toBeNull()
}

const expectNothingLeft = async (browser: Browser) => {
  // The result is the same before any attempt, afterwards, and on another device.
  expect(await readWays(browser, 'one')).toEqual(['subscribe'])
  expect((await browser.unlock('one')).body).toMatchObject({
    because: 'usedUp',
    ways: [{ kind: 'subscribe' }],
  })
  expect(await readWays(browser, 'two')).toEqual(['subscribe'])
}

it('deleting an account doesn’t give back the stories that were read, however often it is deleted', async () => {
  const first = await openAccount('first', 'leela@example.com')
  expect(await readAll(first)).toBe(meterAllowance.registered)
  await deleteAccount(first, 'first')
  const second = await openAccount('second', 'Leela+Again@Example.com')
  await expectNothingLeft(second)
  await deleteAccount(second, 'second')
  await expectNothingLeft(await openAccount('third', 'leela@example.com'))
})

it('a new account can read the stories that the deleted account hadn’t used', async () => {
  const first = await openAccount('first', 'leela@example.com')
  await first.unlock('one')
  await deleteAccount(first, 'first')
  const second = await openAccount('second', 'leela@example.com')
  expect((await second.wall('one')).body.ways).toMatchObject([
    { kind: 'readFree', used: 1 },
    { kind: 'subscribe' },
  ])
  expect(await readAll(second)).toBe(meterAllowance.registered - 1)
  await deleteAccount(second, 'second')
  await expectNothingLeft(await openAccount('third', 'leela@example.com'))
})

it('the accounts of one inbox are counted together', async () => {
  const first = await openAccount('first', 'leela.rao@gmail.com')
  await first.unlock('one')
  const second = await openAccount('second', 'leelarao+two@gmail.com')
  expect(await readAll(second)).toBe(meterAllowance.registered - 1)
  expect((await first.unlock('two')).body.because).toBe('usedUp')
  expect(await readWays(first, 'three')).toEqual(['subscribe'])
})

it('two accounts that read at the same time are both counted', async () => {
  const browsers = [
    await openAccount('first', 'leela@example.com'),
    await openAccount('second', 'leela+2@example.com'),
  ]
  const answers = await Promise.all(
    stories.flatMap((slug) => browsers.map((browser) => browser.copy().unlock(slug))),
  )
  const opened = answers.filter(({ body }) => body.state === 'open')
  expect(opened).toHaveLength(meterAllowance.registered)
})

it('changing the address before a deletion doesn’t avoid the limit', async () => {
  const first = await openAccount('first', 'leela@example.com')
  await readAll(first)
  harness.addAccount('first', { email: 'ravi@example.com' })
  const record = await harness.read('users/first')
  await harness.store({ 'users/first': { ...record, email: 'ravi@example.com' } })
  await deleteAccount(first, 'first')
  await expectNothingLeft(await openAccount('second', 'leela@example.com'))
})

it('others can’t use up an address’s stories', async () => {
  const stranger = await openAccount('stranger', 'leela@example.com', { isVerified: false })
  await readAll(stranger)
  await deleteAccount(stranger, 'stranger')
  const owner = await openAccount('owner', 'leela@example.com')
  expect(await readAll(owner)).toBe(meterAllowance.registered)
  await deleteAccount(owner, 'owner')
  await expectNothingLeft(await openAccount('next', 'leela@example.com', { isVerified: false }))
})

it('confirming an address gives back the stories that another, unconfirmed account spent', async () => {
  const stranger = await openAccount('stranger', 'leela+1@example.com', { isVerified: false })
  await readAll(stranger)
  const owner = await openAccount('owner', 'leela@example.com', { isVerified: false })
  const ways = ['confirmEmail', 'subscribe']
  expect(await readWays(owner, 'one')).toEqual(ways)
  expect((await owner.unlock('one')).body.ways).toMatchObject(ways.map((kind) => ({ kind })))
  const record = await harness.read('users/owner')
  await harness.store({ 'users/owner': { ...record, emailVerified: true } })
  // Advances until the pass is renewed.
  harness.advance(hour)
  await owner.send('GET', '/api/subscription')
  expect(await readWays(owner, 'one')).toEqual(['readFree', 'subscribe'])
  expect(await readAll(owner)).toBe(meterAllowance.registered)
})

it('the count ends after 30 days, and its record names no person and no story', async () => {
  const first = await openAccount('first', 'leela@example.com')
  await readAll(first)
  await deleteAccount(first, 'first')
  const listStored = async () =>
    unwrap(await harness.database.firestore.query({ collection: 'unlockAddresses' })).documents
  const [stored] = await listStored()
  expect(stored!.id).toMatch(/^[0-9a-f]{64}$/)
  expect(JSON.stringify(stored)).not.toMatch(/leela|first|one|two|three/)
  const runRetention = async () =>
    unwrap(
      await createRetentionJob({
        firestore: harness.database.firestore,
        now: () => harness.now,
        log: () => {},
      }).run({ startedAt: harness.now, hasTime: () => true }),
    )
  harness.advance(meterDays * day - 1000)
  await runRetention()
  const second = await openAccount('second', 'leela@example.com')
  await expectNothingLeft(second)
  await deleteAccount(second, 'second')
  harness.advance(1000)
  await runRetention()
  expect(await listStored()).toEqual([])
  expect(await readAll(await openAccount('third', 'leela+3@example.com'))).toBe(
    meterAllowance.registered,
  )
})
