import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { type EdgeClient, edgeClient, errorOf, ownReader, stack } from '../edge-client.ts'
import {
  approval,
  begin,
  choice,
  payPal,
  send,
  sendChoice,
  signMark,
} from '../edge-client-buyers.ts'
import { firestore } from '../edge-client-readers.ts'

const ask = (client: EdgeClient, email: unknown) =>
  send(client, 'POST', endpoints.student, { email })
const confirm = (client: EdgeClient, key: string) =>
  send(client, 'POST', endpoints.studentConfirmation, { key })

const newAddress = () => `${crypto.randomUUID()}@students.example.edu`

/** The key in the letter to this address. */
async function keyFor(email: string): Promise<string> {
  const mails = (await (await fetch(`${stack.outboxUrl}/messages`)).json()) as {
    to: string
    text: string
  }[]
  const { text } = mails.findLast(({ to }) => to === email)!
  return new URL(/https?:\S+\/subscribe\/student\S+/.exec(text)![0]).searchParams.get('key')!
}

const wants = (client: EdgeClient) => sendChoice(client, choice('student'))

describe('the price for students', () => {
  it('is for who has shown that an academic address is theirs', async () => {
    const client = await ownReader()
    expect(await errorOf(await wants(client))).toMatchObject({
      status: 403,
      code: 'student_not_confirmed',
    })
    const email = newAddress()
    expect((await ask(client, email)).status).toBe(204)
    expect((await confirm(client, await keyFor(email))).status).toBe(204)
    expect(await begin(client, choice('student'))).toMatchObject({
      plan: expect.stringMatching(/student/),
    })
  })

  it('is nobody’s by another address, or by a key that is none', async () => {
    const client = edgeClient()
    expect(await errorOf(await ask(client, 'asha@example.com'))).toMatchObject({
      code: 'not_academic',
    })
    expect(await errorOf(await ask(client, 'not an address'))).toMatchObject({
      code: 'bad_request',
    })
    for (const key of ['x', await signMark('student', 'a'), await signMark('finish', 'a')]) {
      expect(await errorOf(await confirm(client, key))).toMatchObject({ code: 'bad_token' })
    }
    client.cookies.set('__Host-student', await signMark('studentLetter', 'a'))
    expect(await errorOf(await wants(client))).toMatchObject({ code: 'student_not_confirmed' })
  })

  it('counts for one running subscription at a time', async () => {
    const [first, second] = [await ownReader(), await ownReader()]
    const student = await signMark('student', crypto.randomUUID())
    for (const client of [first, second]) client.cookies.set('__Host-student', student)
    const { id } = await begin(first, choice('student'))
    await payPal.approve(id)
    expect((await approval(first, id)).status).toBe(200)
    expect(await errorOf(await wants(second))).toMatchObject({ code: 'student_not_confirmed' })
    await payPal.tell('cancel', { id })
    await expect.poll(async () => (await wants(second)).status).toBe(200)
  })

  it('runs once of many checkouts with one address, and refunds the others', async () => {
    const clients = [await ownReader(), await ownReader(), edgeClient()]
    const student = await signMark('student', crypto.randomUUID())
    for (const client of clients) client.cookies.set('__Host-student', student)
    const begun = await Promise.all(clients.map((client) => begin(client, choice('student'))))
    await Promise.all(begun.map(({ id }) => payPal.approve(id)))
    const answers = await Promise.all(
      clients.map((client, place) => approval(client, begun[place]!.id)),
    )
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([200, 409, 409])
    const refused = begun.filter((_, place) => answers[place]!.status === 409)
    for (const { id } of refused) {
      const where = [{ field: 'provider', is: 'EQUAL', value: id } as const]
      const pending = await firestore.query({ collection: 'outbox', where })
      expect(pending.ok && pending.value.documents[0]?.fields).toMatchObject({
        kind: 'surplus',
        reason: 'studentAddressInUse',
      })
    }
  })
})
