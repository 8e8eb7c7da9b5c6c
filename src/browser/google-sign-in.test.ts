import { describe, expect, it } from 'vitest'
import { askingGoogle, judgeGoogleAnswer, readGoogleAnswer } from './google-sign-in.ts'

const settings = { googleClientId: 'us', googleUrl: 'https://google.example/auth' }
const origin = 'https://example.com'

const tokenOf = (claims: object) =>
  `x.${Buffer.from(JSON.stringify(claims)).toString('base64url')}.y`

/** A question, and the token that Google would answer it with. */
async function asked() {
  const { question, address } = await askingGoogle(settings, origin)
  const nonce = new URL(address).searchParams.get('nonce')
  return { question, claims: { aud: 'us', nonce, name: 'Ayesha Ünal – নাম' } }
}

describe('what Google is asked', () => {
  it('is for an ID token alone, to a page of ours, with a question nobody can guess', async () => {
    const { question, address } = await askingGoogle(settings, origin, 'reader@example.com')
    const url = new URL(address)
    expect(url.origin + url.pathname).toBe(settings.googleUrl)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: 'us',
      redirect_uri: 'https://example.com/login/google',
      response_type: 'id_token',
      scope: 'openid email profile',
      login_hint: 'reader@example.com',
      state: question.state,
    })
    expect(url.searchParams.get('nonce')).toMatch(/^[0-9a-f]{64}$/)
    expect(address).not.toContain(question.rawNonce)
    const next = await askingGoogle(settings, origin)
    expect(next.question.state).not.toBe(question.state)
    expect(next.question.rawNonce).not.toBe(question.rawNonce)
  })
})

describe('what Google answers', () => {
  it('is read from the fragment of the address', () => {
    expect(readGoogleAnswer('#state=s&id_token=a.b.c&authuser=0')).toEqual({
      state: 's',
      idToken: 'a.b.c',
      error: '',
    })
    expect(readGoogleAnswer('#error=access_denied&state=s')).toMatchObject({
      error: 'access_denied',
    })
    for (const none of ['', '#', '#id_token=a.b.c']) expect(readGoogleAnswer(none)).toBeNull()
  })

  it('is taken where it answers the question', async () => {
    const { question, claims } = await asked()
    const answer = { state: question.state, idToken: tokenOf(claims), error: '' }
    expect(await judgeGoogleAnswer(answer, question)).toEqual({
      ok: true,
      value: { idToken: answer.idToken, rawNonce: question.rawNonce },
    })
  })

  it('is not taken where it answers another one, or is none', async () => {
    const { question, claims } = await asked()
    const other = await asked()
    const { state } = question
    const good = tokenOf(claims)
    for (const answer of [
      { state: other.question.state, idToken: good, error: '' },
      { state, idToken: tokenOf(other.claims), error: '' },
      { state, idToken: tokenOf({ ...claims, aud: 'them' }), error: '' },
      { state, idToken: tokenOf({ ...claims, nonce: question.rawNonce }), error: '' },
      { state, idToken: tokenOf([]), error: '' },
      { state, idToken: 'x.bnVsbA.y', error: '' },
      { state, idToken: 'x', error: '' },
      { state, idToken: '', error: 'server_error' },
    ]) {
      expect(await judgeGoogleAnswer(answer, question)).toEqual({ ok: false, failure: 'failed' })
    }
  })

  it('may be that the reader did not want to', async () => {
    const { question } = await asked()
    const answer = { state: question.state, idToken: '', error: 'access_denied' }
    expect(await judgeGoogleAnswer(answer, question)).toEqual({ ok: false, failure: 'denied' })
  })
})
