import { buffer } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import {
  hashBody,
  signatureHeader,
  verifyRequest,
} from '../../src/contracts/signing/desk-signature.ts'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { importSigningKeys } from '../../src/contracts/signing/signed-token.ts'
import { fetchSigned, readRefusal } from './fetch-signed.ts'
import { startTestServer } from './testing/test-server.ts'

const keys = await importSigningKeys(keyringSchema.parse(`1:${'A'.repeat(43)}=`))
let answer: { status: number; body: string; location?: string }
/** The last request, with whether its signature is valid for its method, path and body. */
let received: { line: string; type: string | undefined; body: string; isValid: boolean }

const siteUrl = await startTestServer(async (request, response) => {
  const { method = '', url: path = '', headers } = request
  const body = new Uint8Array(await buffer(request))
  const token = headers[signatureHeader.toLowerCase()] as string
  const verified = await verifyRequest({ method, path }, token, keys, new Date())
  received = {
    line: `${method} ${path}`,
    type: headers['content-type'],
    body: new TextDecoder().decode(body),
    isValid: verified.ok && verified.value.bodyHash === (await hashBody(body)),
  }
  const { status, body: text, location } = answer
  response.writeHead(status, location === undefined ? {} : { location }).end(text)
})

const site = { siteUrl, keys }

it('a signature covers the method, the address with its query and the body', async () => {
  answer = { status: 200, body: '' }
  await fetchSigned(site, { method: 'GET', path: '/a?b=1' })
  expect(received).toMatchObject({ line: 'GET /a?b=1', body: '', isValid: true })
  await fetchSigned(site, { method: 'POST', path: '/a', content: { one: 'é' } })
  const json = { type: 'application/json', body: '{"one":"é"}', isValid: true }
  expect(received).toEqual({ line: 'POST /a', ...json })
  const file = { bytes: new Uint8Array([65]), type: 'image/png' }
  await fetchSigned(site, { method: 'PUT', path: '/a', file })
  expect(received).toEqual({ line: 'PUT /a', type: 'image/png', body: 'A', isValid: true })
})

it('a signed call follows no redirect', async () => {
  answer = { status: 302, body: '', location: '/other' }
  await expect(fetchSigned(site, { method: 'GET', path: '/a' })).rejects.toThrow()
  expect(received.line).toBe('GET /a')
})

const createError = (code: string) => JSON.stringify({ error: { code, message: 'No.' } })

it.each([
  [401, createError('bad_signature'), 'refused the signature; check DESK_KEYS', null],
  [401, createError('stale_signature'), 'refused the signature; check this computer’s clock', null],
  [404, createError('not_found'), 'answered with status 404', { message: 'No.' }],
  [502, '<html>', 'answered with status 502', null],
])('the refusal %s %s is described', async (status, body, description, error) => {
  answer = { status, body }
  const response = await fetchSigned(site, { method: 'GET', path: '/a' })
  expect(await readRefusal(response)).toMatchObject({ description, error })
})
