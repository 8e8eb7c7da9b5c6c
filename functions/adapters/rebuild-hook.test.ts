import { createServer, type IncomingMessage, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { freePort } from '../../scripts/local/ports.ts'
import { createRebuildHook } from './rebuild-hook.ts'

let server: Server
let url: string
let status = 204
const calls: { readonly request: IncomingMessage; readonly body: string }[] = []

beforeAll(async () => {
  const port = await freePort(18_300)
  url = `http://127.0.0.1:${port}`
  server = createServer(async (request, response) => {
    let body = ''
    for await (const chunk of request) body += chunk
    calls.push({ request, body })
    response.writeHead(status, { Location: `${url}/elsewhere` }).end()
  })
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve))
})
beforeEach(() => {
  status = 204
  calls.length = 0
})
afterAll(() => server.close())

const hook = (options: { token?: string; event?: string } = {}) =>
  createRebuildHook({ url, timeout: 5000, token: options.token, event: options.event })

describe('the hook of whoever builds', () => {
  it('is no more than a POST where nothing else is named', async () => {
    expect(await hook()()).toEqual({ ok: true, value: undefined })
    expect(calls).toMatchObject([{ request: { method: 'POST' }, body: '' }])
    expect(calls[0]!.request.headers.authorization).toBeUndefined()
  })

  it('is what GitHub wants, with a token and an event', async () => {
    await hook({ token: 'a-token', event: 'publish' })()
    const [{ request, body }] = calls as [(typeof calls)[number]]
    expect(JSON.parse(body)).toEqual({ event_type: 'publish' })
    expect(request.headers).toMatchObject({
      authorization: 'Bearer a-token',
      'content-type': 'application/json',
    })
    expect(request.headers['user-agent']).toBeTruthy()
  })

  it.each([200, 201, 202, 204])('takes %i for a yes', async (answer) => {
    status = answer
    expect((await hook()()).ok).toBe(true)
  })

  it.each([302, 307, 401, 404, 500])(
    'takes %i for a no, and takes the token nowhere',
    async (answer) => {
      status = answer
      expect(await hook({ token: 'a-token' })()).toEqual({ ok: false, failure: `status ${answer}` })
      expect(calls).toHaveLength(1)
    },
  )

  it('fails without an address in its words where nobody answers', async () => {
    const nobody = await freePort(18_400)
    const away = createRebuildHook({
      url: `http://127.0.0.1:${nobody}/secret`,
      timeout: 5000,
      token: undefined,
      event: undefined,
    })
    expect(await away()).toEqual({ ok: false, failure: 'TypeError' })
  })
})
