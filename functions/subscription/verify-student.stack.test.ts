import { describe, expect, it } from 'vitest'
import {
  approveCheckout,
  createChoice,
  fakePayPal,
  requestApproval,
  sendChoice,
  signToken,
  startCheckout,
} from '../testing/checkout-requests.ts'
import {
  createEdgeClient,
  createReaderWithSession,
  type EdgeClient,
  expectError,
  stack,
} from '../testing/edge-client.ts'
import { readFields } from '../testing/test-readers.ts'

const requestConfirmation = (client: EdgeClient, email: unknown) =>
  client.send('POST /api/student', { email })
const confirm = (client: EdgeClient, key: string) =>
  client.send('POST /api/student/confirmation', { key })

const newAddress = () => `${crypto.randomUUID()}@students.example.edu`

async function readConfirmationKey(email: string): Promise<string> {
  const mails = (await (await fetch(`${stack.inboxUrl}/messages`)).json()) as {
    to: string
    text: string
  }[]
  const { text } = mails.findLast(({ to }) => to === email)!
  return new URL(/https?:\S+\/subscribe\/student\S+/.exec(text)![0]).searchParams.get('key')!
}

const startStudentCheckout = (client: EdgeClient) => sendChoice(client, createChoice('student'))

describe('the student plan', () => {
  it('is for readers with a confirmed academic email', async () => {
    const client = await createReaderWithSession()
    await expectError(startStudentCheckout(client), 403, 'student_not_confirmed')
    const email = newAddress()
    expect((await requestConfirmation(client, email)).status).toBe(204)
    expect((await confirm(client, await readConfirmationKey(email))).status).toBe(204)
    expect(await startCheckout(client, createChoice('student'))).toMatchObject({
      plan: expect.stringMatching(/student/),
    })
  })

  it('refuses another email, and an invalid key', async () => {
    const client = createEdgeClient()
    await expectError(requestConfirmation(client, 'asha@example.com'), 400, 'not_academic')
    await expectError(requestConfirmation(client, 'not an address'), 400, 'bad_request')
    for (const key of [
      'x',
      await signToken('student', 'a'),
      await signToken('finishCheckout', 'a'),
    ]) {
      await expectError(confirm(client, key), 401, 'bad_token')
    }
    client.cookies.set('__Host-student', await signToken('studentConfirmation', 'a'))
    await expectError(startStudentCheckout(client), 403, 'student_not_confirmed')
  })

  it('allows one active subscription per email', async () => {
    const [first, second] = [await createReaderWithSession(), await createReaderWithSession()]
    const student = await signToken('student', crypto.randomUUID())
    for (const client of [first, second]) client.cookies.set('__Host-student', student)
    const { id } = await startCheckout(first, createChoice('student'))
    await approveCheckout(first, id)
    await expectError(startStudentCheckout(second), 403, 'student_not_confirmed')
    await fakePayPal.trigger('cancel', { id })
    await expect.poll(async () => (await startStudentCheckout(second)).status).toBe(200)
  })

  it('activates one of several checkouts with one email, and refunds the others', async () => {
    const clients = [
      await createReaderWithSession(),
      await createReaderWithSession(),
      createEdgeClient(),
    ]
    const student = await signToken('student', crypto.randomUUID())
    for (const client of clients) client.cookies.set('__Host-student', student)
    const started = await Promise.all(
      clients.map((client) => startCheckout(client, createChoice('student'))),
    )
    await Promise.all(started.map(({ id }) => fakePayPal.approve(id)))
    const answers = await Promise.all(
      clients.map((client, place) => requestApproval(client, started[place]!.id)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409])
    const refused = started.filter((_, place) => answers[place]!.status === 409)
    for (const { id } of refused) {
      const refusal = { refusedFor: 'studentAddressInUse' }
      expect(await readFields(`checkouts/${id}`)).toMatchObject(refusal)
    }
  })
})
