import { beforeEach, describe, expect, it } from 'vitest'
import type { ApiFailure } from '../../browser/api.ts'
import type { JoinRequest } from '../../contracts/newsletter.ts'
import { fail, type Result, succeed } from '../../domain/result.ts'
import { createJoinStore, type Joining, type JoinStore } from './join-store.ts'

type Answer = Result<unknown, ApiFailure>

const accepted: Answer = succeed({ joined: true })
const refused: Answer = fail({ code: 'bad_request', message: 'No address.' })
const client = { userAgent: 'Browser/1', ip: '203.0.113.7' }

let store: JoinStore
let sent: JoinRequest[]
let answers: ((answer: Answer) => void)[]
let told: string[]
let tracked: unknown[]
let loadedAhead: number
let token: string | undefined
let cookies: Record<string, string>
let seen: Joining[]

beforeEach(() => {
  sent = []
  answers = []
  told = []
  tracked = []
  loadedAhead = 0
  token = undefined
  cookies = {}
  store = createJoinStore({
    send: (request) => {
      sent.push(request)
      return new Promise((resolve) => answers.push(resolve))
    },
    clientInfo: async () => client,
    cookie: (name) => cookies[name] ?? '',
    botCheckToken: async () => token,
    loadAhead: () => loadedAhead++,
    tellFailure: (message) => told.push(message),
    track: (payload) => tracked.push(payload),
  })
  seen = []
  store.$joining.subscribe((joining) => seen.push(joining))
})

/** Sends the form, as often as said, and has the server answer what comes of it. */
async function join(email: string, answer: Answer, times = 1) {
  const results = Array.from({ length: times }, () => store.join(email))
  await new Promise(setImmediate)
  for (const resolve of answers.splice(0)) resolve(answer)
  return Promise.all(results)
}

describe('the newsletter form', () => {
  it.each<[string, Answer[], Joining[], string[], number]>([
    ['nothing', [], ['idle'], [], 0],
    ['a success', [accepted], ['idle', 'submitting', 'success'], [], 1],
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
  ])('goes through its states with %s', async (_, given, states, words, events) => {
    for (const answer of given) {
      expect(await join('reader@example.com', answer)).toEqual([answer.ok])
    }
    expect(seen).toEqual(states)
    expect(told).toEqual(words)
    expect(tracked).toHaveLength(events)
  })

  it('sends its five fields and nothing else', async () => {
    await join('  reader@example.com ', accepted)
    expect(sent).toEqual([{ email: 'reader@example.com', fbp: '', fbc: '', ...client }])
  })

  it('sends the pixel’s cookies where they are, and the token where there is a check', async () => {
    cookies = { _fbp: 'fb.1.2.3', _fbc: 'fb.1.2.click' }
    token = 'token'
    await join('reader@example.com', accepted)
    expect(sent).toMatchObject([{ fbp: 'fb.1.2.3', fbc: 'fb.1.2.click', botCheck: 'token' }])
  })

  it('sends once, however often it is pressed', async () => {
    expect(await join('reader@example.com', accepted, 3)).toEqual([true, false, false])
    expect(sent).toHaveLength(1)
    expect(tracked).toEqual([{ email: 'reader@example.com', referral: false, referred_email: '' }])
  })

  it('loads ahead when the reader comes, and not before', () => {
    expect(loadedAhead).toBe(0)
    store.prepare()
    expect(loadedAhead).toBe(1)
  })
})
