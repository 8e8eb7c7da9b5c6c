/** Access tokens: asked for with the account's own word, kept while they are good, and no other's. */
import { generateKeyPairSync } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startGoogleTokens } from '../../scripts/local/google-tokens.ts'
import { freePort } from '../../scripts/local/ports.ts'
import { googleTokenUri, serviceAccountAccess, serviceAccountSchema } from './service-account.ts'

const keyOf = (email: string) =>
  JSON.stringify({
    client_email: email,
    private_key: generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({
      type: 'pkcs8',
      format: 'pem',
    }),
  })
const ours = keyOf('edge@demo.iam.gserviceaccount.com')
let tokens: Awaited<ReturnType<typeof startGoogleTokens>>

beforeAll(async () => {
  tokens = await startGoogleTokens(await freePort(19_300), ours)
})
afterAll(() => tokens.stop())

const account = (key: string) => ({ ...serviceAccountSchema.parse(key), token_uri: tokens.url })
const start = Date.now()

describe('an access token', () => {
  it('is given for the account’s word, and kept until five minutes before its end', async () => {
    let clock = start
    let asked = 0
    const get = serviceAccountAccess(
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
    // Later than its own clock would have it, so it is refused: but it was asked.
    clock = start + 3400_000
    await get().catch(() => {})
    expect(asked).toBeGreaterThan(once)
  })

  it('is not given for the word of another key', async () => {
    const forged = account(keyOf('edge@demo.iam.gserviceaccount.com'))
    const get = serviceAccountAccess(forged, { scope: 's', now: Date.now, timeout: 5000 })
    await expect(get()).rejects.toThrow('no access token: status 400')
  })

  it('is asked of Google where the key names nobody', () => {
    expect(serviceAccountSchema.parse(ours).token_uri).toBe(googleTokenUri)
  })
})
