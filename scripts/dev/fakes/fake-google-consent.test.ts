import { afterAll, beforeAll, expect, it } from 'vitest'
import { freePort } from '../stack/ports.ts'
import { googleClient, startFakeGoogleConsent } from './fake-google-consent.ts'

let fakeGoogle: Awaited<ReturnType<typeof startFakeGoogleConsent>>
beforeAll(async () => {
  fakeGoogle = await startFakeGoogleConsent(await freePort(18_125))
})
afterAll(() => fakeGoogle.stop())

const consentRequest = {
  client_id: googleClient,
  redirect_uri: 'http://localhost:8787/login/google',
  response_type: 'id_token',
  scope: 'openid email profile',
  state: 'a state of some length',
  nonce: 'a nonce of some length',
}
const openConsentPage = (changed: Record<string, string> = {}) =>
  fetch(`${fakeGoogle.url}?${new URLSearchParams({ ...consentRequest, ...changed })}`)
const answer = (form: Record<string, string>) =>
  fetch(fakeGoogle.url, {
    method: 'POST',
    body: new URLSearchParams({ ...consentRequest, ...form }),
    redirect: 'manual',
  })

it.each([
  { client_id: 'somebody-else' },
  { redirect_uri: 'https://evil.example/login/google' },
  { redirect_uri: 'http://localhost:8787/elsewhere' },
  { response_type: 'token' },
  { scope: 'email' },
  { nonce: '' },
  { state: '' },
])('the fake consent page refuses what Google refuses: %j', async (changed) => {
  expect((await openConsentPage(changed)).status).toBe(400)
  expect((await answer({ ...changed, answer: 'allow', email: 'a@example.com' })).status).toBe(400)
})

it('the fake consent page returns an ID token in the fragment, with the nonce and a stable subject', async () => {
  const readClaims = async () => {
    const answered = await answer({ answer: 'allow', email: 'a@example.com', name: 'A B' })
    const redirectUrl = new URL(answered.headers.get('Location')!)
    expect(redirectUrl.origin + redirectUrl.pathname).toBe(consentRequest.redirect_uri)
    const values = new URLSearchParams(redirectUrl.hash.slice(1))
    expect(values.get('state')).toBe(consentRequest.state)
    const payload = values.get('id_token')!.split('.')[1]!
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }
  const claims = await readClaims()
  expect(claims).toMatchObject({
    aud: googleClient,
    email: 'a@example.com',
    email_verified: true,
    name: 'A B',
    nonce: consentRequest.nonce,
  })
  expect((await readClaims()).sub).toBe(claims.sub)
})
