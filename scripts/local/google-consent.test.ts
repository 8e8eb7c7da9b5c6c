import { afterAll, beforeAll, expect, it } from 'vitest'
import { googleClient, startGoogleConsent } from './google-consent.ts'
import { freePort } from './ports.ts'

let google: Awaited<ReturnType<typeof startGoogleConsent>>
beforeAll(async () => {
  google = await startGoogleConsent(await freePort(18_125))
})
afterAll(() => google.stop())

const question = {
  client_id: googleClient,
  redirect_uri: 'http://localhost:8787/login/google',
  response_type: 'id_token',
  scope: 'openid email profile',
  state: 'a state of some length',
  nonce: 'a nonce of some length',
}
const ask = (changed: Record<string, string> = {}) =>
  fetch(`${google.url}?${new URLSearchParams({ ...question, ...changed })}`)
const answer = (form: Record<string, string>) =>
  fetch(google.url, {
    method: 'POST',
    body: new URLSearchParams({ ...question, ...form }),
    redirect: 'manual',
  })
const leadsTo = (response: Response) => new URL(response.headers.get('Location')!)

it('asks who one is, believing nothing that it shows', async () => {
  const html = await (await ask({ login_hint: '"><script>' })).text()
  expect(html).toContain('Who are you?')
  expect(html).not.toContain('<script>')
})

it.each([
  { client_id: 'somebody-else' },
  { redirect_uri: 'https://evil.example/login/google' },
  { redirect_uri: 'http://localhost:8787/elsewhere' },
  { response_type: 'token' },
  { scope: 'email' },
  { nonce: '' },
  { state: '' },
])('refuses what Google refuses: %j', async (changed) => {
  expect((await ask(changed)).status).toBe(400)
  expect((await answer({ ...changed, answer: 'allow', email: 'a@example.com' })).status).toBe(400)
})

it('answers in the fragment, with the nonce and the same person every time', async () => {
  const claimsOf = async () => {
    const back = leadsTo(await answer({ answer: 'allow', email: 'a@example.com', name: 'A B' }))
    expect(back.origin + back.pathname).toBe(question.redirect_uri)
    const values = new URLSearchParams(back.hash.slice(1))
    expect(values.get('state')).toBe(question.state)
    const payload = values.get('id_token')!.split('.')[1]!
    return JSON.parse(Buffer.from(payload, 'base64url').toString())
  }
  const claims = await claimsOf()
  expect(claims).toMatchObject({
    aud: googleClient,
    email: 'a@example.com',
    email_verified: true,
    name: 'A B',
    nonce: question.nonce,
  })
  expect((await claimsOf()).sub).toBe(claims.sub)
})

it('says so where somebody does not want to', async () => {
  const back = leadsTo(await answer({ answer: 'deny' }))
  expect(Object.fromEntries(new URLSearchParams(back.hash.slice(1)))).toEqual({
    state: question.state,
    error: 'access_denied',
  })
})
