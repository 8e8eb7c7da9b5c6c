import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../../scripts/dev/stack/ports.ts'
import {
  type LocalServer,
  type RecordedCall,
  recordCall,
  startLocalServer,
} from '../../testing/local-server.ts'
import { createRebuildHook } from './rebuild-hook.ts'

let server: LocalServer
let status = 204
let isBodyEndless = false
const calls: RecordedCall[] = []

beforeAll(async () => {
  server = await startLocalServer(async (request, response) => {
    calls.push(await recordCall(request))
    response.writeHead(status, { Location: '/elsewhere' })
    if (isBodyEndless) response.write('Building')
    else response.end()
  })
})
beforeEach(() => {
  status = 204
  isBodyEndless = false
  calls.length = 0
})
afterAll(() => server.stop())

const hook = (options: { token?: string; event?: string } = {}) =>
  createRebuildHook({ url: server.url, timeout: 5000, token: options.token, event: options.event })

describe('the build hook', () => {
  it('is a plain POST without a token and event', async () => {
    expect(await hook()()).toEqual({ ok: true, value: undefined })
    expect(calls).toMatchObject([{ method: 'POST', body: '' }])
    expect(calls[0]!.headers.authorization).toBeUndefined()
  })

  it('is a GitHub dispatch with a token and event', async () => {
    await hook({ token: 'a-token', event: 'publish' })()
    const [{ headers, body }] = calls as [RecordedCall]
    expect(JSON.parse(body)).toEqual({ event_type: 'publish' })
    expect(headers).toMatchObject({
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
    })
    expect(headers['user-agent']).toBe('publication-edge')
  })

  it.each([200, 201, 202, 204])('treats %i as success', async (answer) => {
    status = answer
    expect((await hook()()).ok).toBe(true)
  })

  it('doesn’t wait for the body of an answer', async () => {
    status = 200
    isBodyEndless = true
    expect(await hook()()).toEqual({ ok: true, value: undefined })
  })

  it.each([302, 307, 401, 404, 500])(
    'treats %i as failure, and sends the token nowhere else',
    async (answer) => {
      status = answer
      expect(await hook({ token: 'a-token' })()).toEqual({ ok: false, failure: `status ${answer}` })
      expect(calls).toHaveLength(1)
    },
  )

  it('fails with a reason that omits the address if it can’t be reached', async () => {
    const url = `http://127.0.0.1:${await freePort(18_400)}/secret`
    const unreachable = createRebuildHook({
      url,
      timeout: 5000,
      token: undefined,
      event: undefined,
    })
    expect(await unreachable()).toEqual({ ok: false, failure: 'TypeError' })
  })
})
