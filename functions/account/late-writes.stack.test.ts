/** Data that another device writes during an account's deletion is deleted too, however late. */
import { Hono, type MiddlewareHandler } from 'hono'
import { describe, expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { succeed } from '../../src/domain/result.ts'
import { createTokens } from '../identity/session-tokens.ts'
import { formatCookies, stack } from '../testing/edge-client.ts'
import {
  commitWrites,
  createIdToken,
  createReader,
  findDocuments,
  firestore,
  readFields,
} from '../testing/test-readers.ts'

/** By names that the compiler doesn't follow: these files need the Worker's types, tests have Node's. */
const [depsFile, endpointsFile] = ['../app/provide-deps.ts', '../app/serve-endpoints.ts']
const { provideDeps } = (await import(depsFile!)) as {
  provideDeps(services: unknown): MiddlewareHandler
}
const { serveEndpoints } = (await import(endpointsFile!)) as {
  serveEndpoints(
    app: Hono,
    handlers: Record<string, (input: unknown, reader: { uid: string }) => Promise<unknown>>,
  ): void
}

const unlimited = { limit: async () => ({ success: true }) }
const env = { READ_LIMIT: unlimited, READ_NETWORK_LIMIT: unlimited }
const services = {
  firestore,
  tokens: createTokens(keyringSchema.parse(stack.workerVariables.SESSION_KEYS)),
  now: () => new Date(),
  log: () => {},
}

describe('a change during a deletion', () => {
  it.each([
    ['is deleted with the account', true, 0],
    ['is stored if the account remains', false, 2],
  ])('%s', async (_, deleteWhileWriting, documentCount) => {
    const reader = await createReader()
    // Older records don't have this field.
    const path = `users/${reader.uid}`
    const { deletionRequestedAt: __, ...fields } = (await readFields(path))!
    await commitWrites([{ set: path, fields }])
    const idToken = await createIdToken(reader.email)
    const app = new Hono()
    app.use(provideDeps(services))
    serveEndpoints(app, {
      'DELETE /api/saved/:slug': async (_input, { uid }) => {
        if (deleteWhileWriting) {
          const deleted = await reader.client.send('DELETE /api/account', { idToken })
          expect(deleted.status).toBe(204)
        }
        await commitWrites([{ set: `savedArticles/${uid}`, fields: { articles: [] } }])
        return succeed(undefined)
      },
    })
    const headers = { Cookie: formatCookies(reader.client.cookies), Origin: stack.siteUrl }
    const url = `${stack.siteUrl}/api/saved/a-story`
    const response = await app.request(url, { method: 'DELETE', headers }, env)
    expect(response.status).toBe(204)
    expect(await findDocuments([reader])).toHaveLength(documentCount)
  })
})
