import { describe, expect, it } from 'vitest'
import { endpoints } from '../../src/contracts/endpoints.ts'
import { type EdgeClient, edgeClient, errorOf, ownReader, stack } from '../edge-client.ts'
import { approval, begin, choice, payPal, send, signMark } from '../edge-client-buyers.ts'

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

const wants = (client: EdgeClient) => send(client, 'POST', endpoints.checkout, choice('student'))

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
})
