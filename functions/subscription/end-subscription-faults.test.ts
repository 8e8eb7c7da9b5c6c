/**
 * A deletion during which PayPal is unavailable. The worst outcome would be a deleted reader whom PayPal still charges.
 */
import { beforeEach, expect, it } from 'vitest'
import { storeReaders } from '../../scripts/import/readers/store-readers.ts'
import { deleteLateData } from '../account/delete-reader.ts'
import { personalData } from '../app/installed.ts'
import type { Firestore } from '../platform/adapters/firestore.ts'
import { WorkerHarness } from '../testing/worker-harness.ts'
import { endSubscription } from './end-subscription.ts'
import { findAtPayPal, openSubscriber } from './testing/checkout-steps.ts'

let harness: WorkerHarness
beforeEach(async () => {
  harness = await openSubscriber()
})

const withoutPayPal = () => ({ ...harness.deps, paypal: null })
const endWithoutPayPal = () => endSubscription(withoutPayPal(), harness.uid, harness.now)
const findPayPalStatus = () => findAtPayPal(harness, harness.provider).status

it('a subscription that PayPal still charges is kept until PayPal has ended it', async () => {
  await harness.requestDeletion()
  expect(await endWithoutPayPal()).toMatchObject({ ok: false, failure: { kind: 'unavailable' } })
  const logged: object[] = []
  const log = (event: string, details: object) => void logged.push({ event, ...details })
  await deleteLateData({ ...withoutPayPal(), personalData, log }, harness.uid)
  const failure = { event: 'late_data_not_deleted', uid: harness.uid, kind: 'unavailable' }
  expect(logged).toEqual([failure])
  expect(await harness.record()).toMatchObject({ isReconciled: false })

  await harness.runUntilIdle()
  expect(findPayPalStatus()).toBe('CANCELLED')
  expect(await harness.queryAll({ collection: 'users' })).toEqual([])
})

it('a subscription is cancelled and deleted if its account’s deletion begins during an import of readers', async () => {
  const { firestore } = harness.database
  await harness.merge(`users/${harness.uid}`, { emailVerified: true })
  const racing: Firestore = {
    ...firestore,
    async query(query) {
      const found = await firestore.query(query)
      if (query.collection === 'users') await harness.requestDeletion()
      return found
    },
  }
  const imported = { source: 'ghost', importedAt: harness.now, importedBy: 'Ama' } as const
  const grant = { ...imported, until: new Date('2036-01-01'), claimedAt: null, uid: null }
  const reader = { email: 'ama@example.com', subscriber: null, grant }
  await storeReaders({ firestore: racing }, [reader], { dryRun: false })
  await harness.runUntilIdle()
  expect(findPayPalStatus()).toBe('CANCELLED')
  expect(await harness.queryAll({ collection: 'users' })).toEqual([])
  expect(await harness.queryAll({ collection: 'subscriptions' })).toEqual([])
})

it('ending a subscription succeeds without a subscription, with complimentary access, and after the end', async () => {
  harness = new WorkerHarness()
  await harness.storeReaderAndCheckout()
  expect(await endWithoutPayPal()).toMatchObject({ ok: true })
  const until = new Date(harness.now.getTime() + 24 * 60 * 60 * 1000)
  await harness.applyEvent({ kind: 'grant', until })
  expect(await harness.record()).toMatchObject({ complimentaryUntil: until })
  expect(await endWithoutPayPal()).toMatchObject({ ok: true })

  await harness.subscribe()
  await endSubscription(harness.deps, harness.uid, harness.now)
  expect(await endWithoutPayPal()).toMatchObject({ ok: true })
})
