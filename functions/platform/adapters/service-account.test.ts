import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startFakeGoogleTokens } from '../../../scripts/dev/fakes/fake-google-tokens.ts'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import { createAccessTokenSource, googleTokenUri, serviceAccountSchema } from './service-account.ts'

const keyOf = (email: string) =>
  JSON.stringify({
    client_email: email,
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  })
const ours = keyOf('edge@demo.iam.gserviceaccount.com')
let tokens: Awaited<ReturnType<typeof startFakeGoogleTokens>>

beforeAll(async () => {
  tokens = await startFakeGoogleTokens(await freePort(19_300), ours)
})
afterAll(() => tokens.stop())

const account = (key: string) => ({ ...serviceAccountSchema.parse(key), token_uri: tokens.url })
const start = Date.now()

describe('an access token', () => {
  it('is requested with the account’s signature, and cached until five minutes before it expires', async () => {
    let clock = start
    let asked = 0
    const get = createAccessTokenSource(
      {
        ...account(ours),
        get token_uri() {
          asked++
          return tokens.url
        },
      },
      { scope: 'a scope', now: () => clock, timeout: 5000 },
    )
    expect(await get()).toBe('ya29.local')
    const once = asked
    clock = start + 3200_000
    await get()
    expect(asked).toBe(once)
    // The request is made, but refused, because the fake's clock is behind.
    clock = start + 3400_000
    await get().catch(() => {})
    expect(asked).toBeGreaterThan(once)
  })

  it('is refused for another key’s signature', async () => {
    const forged = account(keyOf('edge@demo.iam.gserviceaccount.com'))
    const get = createAccessTokenSource(forged, { scope: 's', now: Date.now, timeout: 5000 })
    await expect(get()).rejects.toThrow('no access token: status 400')
  })

  it('is requested from Google by default', () => {
    expect(serviceAccountSchema.parse(ours).token_uri).toBe(googleTokenUri)
  })
})
