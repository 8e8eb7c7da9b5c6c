import { describe, expect, it } from 'vitest'
import { createGoogleRequest, parseGoogleResponse, verifyGoogleResponse } from './google-sign-in.ts'

const settings = { googleClientId: 'us', googleUrl: 'https://google.example/auth' }
const origin = 'https://example.com'

const createToken = (claims: object) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

async function createRequestWithClaims() {
  const { request, url } = await createGoogleRequest(settings, origin)
  const nonce = new URL(url).searchParams.get('nonce')
  return { request, claims: { aud: 'us', nonce, name: 'Ayesha Ünal – নাম' } }
}

describe('the request to Google', () => {
  it('asks for an ID token only, with our return page and a random state and nonce', async () => {
    const { request, url } = await createGoogleRequest(settings, origin, 'reader@example.com')
    const parsedUrl = new URL(url)
    expect(parsedUrl.origin + parsedUrl.pathname).toBe(settings.googleUrl)
    expect(Object.fromEntries(parsedUrl.searchParams)).toMatchObject({
      client_id: 'us',
      redirect_uri: 'https://example.com/login/google',
      response_type: 'id_token',
      scope: 'openid email profile',
      login_hint: 'reader@example.com',
      state: request.state,
    })
    expect(parsedUrl.searchParams.get('nonce')).toMatch(/^[0-9a-f]{64}$/)
    expect(url).not.toContain(request.rawNonce)
    const next = await createGoogleRequest(settings, origin)
    expect(next.request.state).not.toBe(request.state)
    expect(next.request.rawNonce).not.toBe(request.rawNonce)
  })
})

describe('Google’s response', () => {
  it('is read from the fragment of the address', () => {
    expect(parseGoogleResponse('#state=s&id_token=a.b.c&authuser=0')).toEqual({
      state: 's',
      idToken: 'a.b.c',
      error: '',
    })
    expect(parseGoogleResponse('#error=access_denied&state=s')).toMatchObject({
      error: 'access_denied',
    })
    for (const withoutResponse of ['', '#', '#id_token=a.b.c'])
      expect(parseGoogleResponse(withoutResponse)).toBeNull()
  })

  it('is accepted if it matches the request', async () => {
    const { request, claims } = await createRequestWithClaims()
    const response = { state: request.state, idToken: createToken(claims), error: '' }
    expect(await verifyGoogleResponse(response, request)).toEqual({
      ok: true,
      value: { idToken: response.idToken, rawNonce: request.rawNonce },
    })
  })

  it('is refused for another request, and without a valid token', async () => {
    const { request, claims } = await createRequestWithClaims()
    const other = await createRequestWithClaims()
    const { state } = request
    const validResponse = createToken(claims)
    for (const response of [
      { state: other.request.state, idToken: validResponse, error: '' },
      { state, idToken: createToken(other.claims), error: '' },
      { state, idToken: createToken({ ...claims, aud: 'them' }), error: '' },
      { state, idToken: createToken({ ...claims, nonce: request.rawNonce }), error: '' },
      { state, idToken: createToken([]), error: '' },
      { state, idToken: 'x.bnVsbA.y', error: '' },
      { state, idToken: 'x', error: '' },
      { state, idToken: '', error: 'server_error' },
    ]) {
      expect(await verifyGoogleResponse(response, request)).toEqual({
        ok: false,
        failure: 'failed',
      })
    }
  })

  it('may say that the reader refused', async () => {
    const { request } = await createRequestWithClaims()
    const response = { state: request.state, idToken: '', error: 'access_denied' }
    expect(await verifyGoogleResponse(response, request)).toEqual({ ok: false, failure: 'denied' })
  })
})
