import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import { request } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Certificate, localCertificate } from './certificate.ts'
import { type Https, startHttps } from './https.ts'

let folder: string
let certificate: Certificate
let site: Server
let siteUrl: string
let https: Https
/** What has arrived at the site. */
let received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
let answer: { readonly headers: Record<string, string | string[]>; readonly body: string | Buffer }

const otherUrl = 'http://127.0.0.1:1'

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'verandah-https-'))
  certificate = localCertificate(folder)
  received = []
  answer = { headers: { 'Content-Type': 'text/html' }, body: '' }
  site = createServer(async (asked, response) => {
    received.push({ headers: asked.headers, body: await text(asked) })
    response.writeHead(200, answer.headers).end(answer.body)
  })
  site.listen(0, '127.0.0.1')
  await once(site, 'listening')
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`
  https = await startHttps({
    urls: [siteUrl, `${otherUrl}/sdk`],
    port: 19_600,
    certificate,
    headers: () => ({ 'X-Added': 'yes' }),
    blocked: /^\/images\//,
  })
})
afterEach(async () => {
  await https.stop()
  site.closeAllConnections()
  site.close()
  rmSync(folder, { recursive: true })
})

async function ask(path: string, headers: Record<string, string> = {}, body?: string) {
  const asked = request(https.urlOf(siteUrl) + path, {
    method: body === undefined ? 'GET' : 'POST',
    ca: certificate.cert,
    headers,
    agent: false,
  })
  asked.end(body)
  const [response] = await once(asked, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe('a stack over https', () => {
  it('has every address of it in pages, headers and queries translated', async () => {
    const query = encodeURIComponent(`${siteUrl}/story`)
    answer = {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': '0',
        Location: `${siteUrl}/login`,
        'Set-Cookie': ['a=1; Secure', 'b=2'],
      },
      body: '',
    }
    const body = `<a href="${siteUrl}/x">${otherUrl} ${otherUrl}2 https://share.example/?u=${query}</a>`
    answer = { ...answer, headers: { ...answer.headers, 'Content-Length': `${body.length}` }, body }
    const secure = https.urlOf(siteUrl)
    const got = await ask('/')
    expect(got.body).toBe(
      `<a href="${secure}/x">${https.urlOf(otherUrl)} ${otherUrl}2 https://share.example/?u=${encodeURIComponent(`${secure}/story`)}</a>`,
    )
    expect(got.headers.location).toBe(`${secure}/login`)
    expect(got.headers['set-cookie']).toEqual(['a=1; Secure', 'b=2'])
  })

  it('is asked as if the browser had used http, body and all', async () => {
    const secure = https.urlOf(siteUrl)
    const headers = { Origin: secure, Referer: `${secure}/login`, 'Accept-Encoding': 'gzip' }
    await ask('/api/session', headers, '{"idToken":"x"}')
    const [{ headers: arrived, body }] = received as [(typeof received)[0]]
    expect(body).toBe('{"idToken":"x"}')
    expect(arrived).toMatchObject({
      host: new URL(siteUrl).host,
      origin: siteUrl,
      referer: `${siteUrl}/login`,
      'x-added': 'yes',
    })
    expect(arrived).not.toHaveProperty('accept-encoding')
  })

  it('reads text that was compressed although nobody asked for it', async () => {
    answer = {
      headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
      body: gzipSync(`at ${siteUrl}`),
    }
    const got = await ask('/api/article')
    expect(got.headers).not.toHaveProperty('content-encoding')
    expect(got.body).toBe(`at ${https.urlOf(siteUrl)}`)
  })

  it('leaves what is not text as it is', async () => {
    answer = { headers: { 'Content-Type': 'font/woff2' }, body: `${siteUrl} \x00` }
    expect((await ask('/font')).body).toBe(answer.body)
  })

  it('never tells a browser to use https for all of localhost', async () => {
    const header = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    answer = { headers: { 'Content-Type': 'text/html', ...header }, body: '' }
    expect((await ask('/')).headers).not.toHaveProperty('strict-transport-security')
  })

  it('does not ask for blocked paths', async () => {
    expect((await ask('/images/a/640')).status).toBe(404)
    expect(received).toEqual([])
  })

  it('refuses connections while it is disconnected', async () => {
    await https.disconnect()
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await https.reconnect()
    expect((await ask('/')).status).toBe(200)
  })

  it('closes the connection where the site is gone', async () => {
    site.closeAllConnections()
    site.close()
    await expect(ask('/')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('has no address for what it was not told of', () => {
    expect(() => https.urlOf('http://localhost:2')).toThrow('isn’t served over https')
  })
})
