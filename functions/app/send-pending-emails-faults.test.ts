/** Emails that a request sends right after its response, through a service that doesn't detect duplicates. */

import { beforeEach, expect, it } from 'vitest'
import { startedSubject } from '../email/running-subscription-emails.ts'
import { findCheckout } from '../subscription/stored-checkout.ts'
import {
  createAccount,
  requestApproval,
  startMonthlyCheckout,
} from '../subscription/testing/checkout-steps.ts'
import { unwrap } from '../testing/unwrap.ts'
import { payer, WorkerHarness } from '../testing/worker-harness.ts'
import type { AllDeps } from './installed.ts'
import { sendPendingEmails } from './send-pending-emails.ts'

let harness: WorkerHarness

beforeEach(() => {
  harness = new WorkerHarness()
})

/** Sends emails the way a request does. */
async function sendPending(uid: string) {
  const { deps, emailConfig, tokens } = harness
  const sending: Promise<unknown>[] = []
  const execution = { waitUntil: (promise: Promise<unknown>) => sending.push(promise) }
  sendPendingEmails({ ...deps, emailConfig, tokens, execution } as unknown as AllDeps, uid)
  await Promise.all(sending)
}

it('pending emails are sent once, even if another request arrives while they’re being sent', async () => {
  await harness.storeReaderAndCheckout()
  await harness.subscribe()
  await harness.applyEvent({ kind: 'cancel' })
  harness.whileSending = async () => {
    harness.whileSending = async () => {}
    await sendPending(harness.uid)
  }
  await sendPending(harness.uid)
  await harness.runUntilIdle()
  expect(harness.listSentEmails()).toEqual([
    expect.stringContaining(startedSubject),
    expect.stringContaining('cancelled'),
  ])
})

it('pending emails are sent to a guest as soon as the guest has an account, even after failed attempts', async () => {
  const id = await startMonthlyCheckout(harness.browser)
  harness.ledger.approve(id, payer)
  await requestApproval(harness, id)
  const { uid } = unwrap(await findCheckout(harness.deps.firestore, id))!
  await sendPending(uid)
  expect(harness.sentEmails).toEqual([])
  expect((await createAccount(harness.browser, id)).status).toBe(200)
  await sendPending(uid)
  expect(harness.listSentEmails()).toEqual([expect.stringContaining(startedSubject)])
})
