/** Emails that a reader is waiting for: nothing in this file runs the cron jobs. */
import { expect, it } from 'vitest'
import { newName } from '../../scripts/local/own-accounts.ts'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { edgeClient, stack } from '../edge-client.ts'
import { approval, begin, payPal, send } from '../edge-client-buyers.ts'
import { newReader } from '../edge-client-readers.ts'

/** The subjects of the emails that have reached an address, oldest first. */
async function emailsTo(address: string): Promise<string[]> {
  const taken = await fetch(`${stack.outboxUrl}/messages?to=${encodeURIComponent(address)}`)
  return ((await taken.json()) as { subject: string }[]).map(({ subject }) => subject)
}

/** Until so many have arrived. The product's aim is five seconds; a busy machine may take longer. */
const expectEmails = (address: string, count: number) =>
  expect.poll(() => emailsTo(address), { timeout: 30_000 }).toHaveLength(count)

it('reach a reader who subscribes and who cancels, each once', async () => {
  const { client, email } = await newReader()
  const { id } = await begin(client)
  await payPal.approve(id)
  expect((await approval(client, id)).status).toBe(200)
  await expectEmails(email, 1)
  const change = (step: string) => send(client, 'PATCH', endpoints.subscription, { step })
  const answered = performance.now()
  expect((await change('cancel')).status).toBe(200)
  await expectEmails(email, 2)
  console.log(`The email arrived after ${((performance.now() - answered) / 1000).toFixed(1)} s.`)
  expect((await change('reactivate')).status).toBe(200)
  await expectEmails(email, 3)
  const subjects = await emailsTo(email)
  expect(new Set(subjects).size).toBe(3)
})

it('reach a guest as soon as their account has an address', async () => {
  const client = edgeClient()
  const { id } = await begin(client)
  const email = `${newName()}@example.com`
  await payPal.approve(id, { email, givenName: 'Nimal', surname: 'Perera' })
  expect((await approval(client, id)).status).toBe(200)
  const made = await send(client, 'POST', `${endpoints.checkout}/${id}/account`, {
    first_name: 'Nimal',
    last_name: 'Perera',
    email,
    requestId: crypto.randomUUID(),
  })
  expect(made.status).toBe(200)
  await expectEmails(email, 1)
})
