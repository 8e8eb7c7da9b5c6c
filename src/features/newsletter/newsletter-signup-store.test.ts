import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiResult } from '../../browser/api.ts'
import type { JoinRequest, JoinResponse } from '../../contracts/endpoints/newsletter-endpoints.ts'
import { fail, succeed } from '../../domain/result.ts'
import { createSignupStore, type SignupState } from './newsletter-signup-store.ts'

type Answer = ApiResult<JoinResponse>

const accepted: Answer = succeed({ joined: true })
const confirmed: Answer = succeed({ joined: true, isConfirmed: true })
const refused: Answer = fail({ code: 'bad_request', message: 'No address.' })
const visit = { landing: null, lastArticle: '', wallArticle: 'whose-ball-was-it' }
const client = { userAgent: 'Browser/1', ip: '203.0.113.7' }
let isSharingAllowed: boolean

let store: ReturnType<typeof createSignupStore>
let sent: JoinRequest[]
let answers: ((answer: Answer) => void)[]
let shownFailures: string[]
let tracked: unknown[]
let rememberCount: number
let preloadCount: number
let token: string | undefined
let cookies: Record<string, string>
let seenStates: SignupState[]

beforeEach(() => {
  sent = []
  answers = []
  shownFailures = []
  tracked = []
  rememberCount = 0
  preloadCount = 0
  token = undefined
  cookies = {}
  isSharingAllowed = true
  store = createSignupStore({
    send: (request) => {
      sent.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    getClientInfo: async () => ({ ...client, isSharingAllowed }),
    describeVisit: () => ({ visit }),
    readCookie: (name) => cookies[name] ?? '',
    getBotCheckToken: async () => token,
    preload: () => preloadCount++,
    showFailure: (message) => shownFailures.push(message),
    remember: () => rememberCount++,
    track: (payload) => tracked.push(payload),
  })
  seenStates = []
  store.$signupState.subscribe((joining) => seenStates.push(joining))
})

/** Submits the form `times` times, and returns what happened. */
async function signUpWith(email: string, answer: Answer, times = 1) {
  const results = Array.from({ length: times }, () => store.signUp(email))
  await new Promise(setImmediate)
  for (const resolve of answers.splice(0)) resolve(answer)
  return Promise.all(results)
}

describe('the newsletter form', () => {
  it.each<[string, Answer[], SignupState[], string[], number]>([
    ['nothing', [], ['idle'], [], 0],
    ['a success', [accepted], ['idle', 'submitting', 'success'], [], 1],
    ['a reader’s own address', [confirmed], ['idle', 'submitting', 'confirmed'], [], 1],
    ['a failure', [refused], ['idle', 'submitting', 'idle'], ['No address.'], 0],
    [
      'a failure and a success',
      [refused, accepted],
      ['idle', 'submitting', 'idle', 'submitting', 'success'],
      ['No address.'],
      1,
    ],
    [
      'a success and a failure',
      [accepted, refused],
      ['idle', 'submitting', 'success', 'submitting', 'idle'],
      ['No address.'],
      1,
    ],
  ])('changes its state with %s', async (_, given, states, words, events) => {
    for (const answer of given) {
      expect(await signUpWith('reader@example.com', answer)).toEqual([answer.ok])
    }
    expect(seenStates).toEqual(states)
    expect(shownFailures).toEqual(words)
    expect(tracked).toHaveLength(events)
    expect(rememberCount).toBe(events)
  })

  it('sends its five fields and nothing else', async () => {
    await signUpWith('  reader@example.com ', accepted)
    expect(sent).toEqual([{ email: 'reader@example.com', fbp: '', fbc: '', ...client, visit }])
  })

  it('sends the pixel’s cookies and the bot check’s token if there are any', async () => {
    cookies = { _fbp: 'fb.1.2.3', _fbc: 'fb.1.2.click' }
    token = 'token'
    await signUpWith('reader@example.com', accepted)
    expect(sent).toMatchObject([{ fbp: 'fb.1.2.3', fbc: 'fb.1.2.click', botCheck: 'token' }])
  })

  it('sends no cookies of a third party where sharing isn’t allowed', async () => {
    cookies = { _fbp: 'fb.1.2.3', _fbc: 'fb.1.2.click' }
    isSharingAllowed = false
    await signUpWith('reader@example.com', accepted)
    expect(sent).toMatchObject([{ fbp: '', fbc: '' }])
  })

  it('sends once, however often it is submitted', async () => {
    expect(await signUpWith('reader@example.com', accepted, 3)).toEqual([true, false, false])
    expect(sent).toHaveLength(1)
    expect(tracked).toEqual([{ email: 'reader@example.com', referral: false, referred_email: '' }])
  })

  it('loads what it needs on focus, and not before', () => {
    expect(preloadCount).toBe(0)
    store.prepare()
    expect(preloadCount).toBe(1)
  })
})
