import { expect, it } from 'vitest'
import {
  approveCheckout,
  changeSubscription,
  listSubjects,
  startCheckout,
} from '../testing/checkout-requests.ts'
import { createReader } from '../testing/test-readers.ts'

const expectEmails = (address: string, count: number) =>
  expect.poll(() => listSubjects(address)).toHaveLength(count)

it('a reader who subscribes, cancels and reactivates gets each email once', async () => {
  const { client, email } = await createReader()
  const { id } = await startCheckout(client)
  await approveCheckout(client, id)
  await expectEmails(email, 1)
  const cancelledAt = performance.now()
  expect((await changeSubscription(client, 'cancel')).status).toBe(200)
  await expectEmails(email, 2)
  console.log(`The email arrived after ${((performance.now() - cancelledAt) / 1000).toFixed(1)} s.`)
  expect((await changeSubscription(client, 'reactivate')).status).toBe(200)
  await expectEmails(email, 3)
  expect(new Set(await listSubjects(email)).size).toBe(3)
})
