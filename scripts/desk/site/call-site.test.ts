import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { signatureHeader } from '../../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { startTestServer } from '../../shared/testing/test-server.ts'
import { callSite } from './call-site.ts'

const keys = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}=`))
const received: { method: string; url: string; body: string; isSigned: boolean }[] = []
let answer: { status: number; body: string }

const siteUrl = await startTestServer(async (request, response) => {
  const { method = '', url = '', headers } = request
  const isSigned = headers[signatureHeader.toLowerCase()] !== undefined
  received.push({ method, url, body: await text(request), isSigned })
  response.writeHead(answer.status).end(answer.body)
})

const call = () =>
  callSite({ siteUrl, keys }, 'POST /api/issues/:slug/recipient', {
    slug: '2026-11-29',
    email: 'reader@example.com',
  })

it('callSite signs the call, keeps the email address out of the URL, and validates the response', async () => {
  const found = { outcome: 'waiting', version: 'guest', reason: null }
  answer = { status: 200, body: JSON.stringify(found) }
  expect(await call()).toEqual(found)
  expect(received.at(-1)).toEqual({
    method: 'POST',
    url: '/api/issues/2026-11-29/recipient',
    body: '{"email":"reader@example.com"}',
    isSigned: true,
  })
  answer = { status: 200, body: '{"outcome":"perhaps"}' }
  await expect(call()).rejects.toThrow()
})

it.each([
  [
    400,
    'refused',
    '{"error":{"code":"not_possible","message":"It isn’t paused."}}',
    'It isn’t paused.',
  ],
  [
    401,
    'refused',
    '{"error":{"code":"bad_signature","message":"Something is wrong."}}',
    'The site refused the signature; check DESK_KEYS. Run the same command again.',
  ],
  [
    404,
    'refused',
    '{"error":{"code":"not_found","message":"We couldn’t find this page."}}',
    'No issue 2026-11-29 has been approved for sending. To approve it: npm run desk -- weekly approve FILE',
  ],
  [503, 'unavailable', '{"error":{"code":"unavailable","message":"Try later."}}', 'Try later.'],
  [502, 'unavailable', '<html>', 'The site answered with status 502. Run the same command again.'],
])(
  'the desk reports status %s as %s, in the site’s words or the desk’s words',
  async (status, exitStatus, body, message) => {
    answer = { status, body }
    await expect(call()).rejects.toMatchObject({ exitStatus, message })
  },
)
