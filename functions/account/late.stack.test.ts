/** What a reader's other device writes while they leave does not outlive them, however late it is. */
import { Hono } from 'hono'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/keyring.ts'
import { stack } from '../edge-client.ts'
import { firestore, freshToken, newReader, rowsOf, write } from '../edge-client-readers.ts'
import { createTokens } from './tokens.ts'

/** Imported by a name that the compiler does not follow: its types are the Worker's, a test's are Node's. */
const file = '../http/context.ts'
const { withReader } = (await import(file)) as {
  withReader(context: unknown, respond: (reader: { uid: string }) => Promise<Response>): Response
}

const services = {
  firestore,
  tokens: createTokens(keyringSchema.parse(stack.workerVariables.SESSION_KEYS)),
  now: () => new Date(),
  log: () => {},
}

describe('a change that is under way', () => {
  it.each([
    ['while its reader leaves goes with them', true, 0],
    ['of a reader who stays is kept', false, 2],
  ])('%s', async (_, leaves, left) => {
    const reader = await newReader()
    // As a record is that was written before there was such a field.
    const path = `users/${reader.uid}`
    const stored = await firestore.get(path)
    const { leavingAt: __, ...fields } = (stored.ok && stored.value?.fields) || {}
    await write([{ set: path, fields }])
    const idToken = await freshToken(reader.email)
    const app = new Hono<{ Variables: { services: typeof services } }>()
    app.use(async (context, next) => {
      context.set('services', services)
      return next()
    })
    app.put('/', (context) =>
      withReader(context, async ({ uid }) => {
        if (leaves) {
          const gone = await reader.client.request('/api/account', {
            method: 'DELETE',
            body: JSON.stringify({ idToken }),
          })
          expect(gone.status).toBe(204)
        }
        await write([{ set: `savedArticles/${uid}`, fields: { articles: [] } }])
        return context.body(null, 204)
      }),
    )
    const Cookie = [...reader.client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    expect((await app.request('/', { method: 'PUT', headers: { Cookie } })).status).toBe(204)
    expect(await rowsOf([reader])).toHaveLength(left)
  })
})
