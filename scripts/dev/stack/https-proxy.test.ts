import { once } from 'node:events'
import type { IncomingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { text } from 'node:stream/consumers'
import { gzipSync } from 'node:zlib'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type LocalServer, startLocalServer } from '../../../functions/testing/local-server.ts'
import { createTestFolder } from '../../shared/testing/test-folder.ts'
import { type Certificate, getLocalCertificate } from '../fakes/certificate.ts'
import { type HttpsProxy, startHttpsProxy } from './https-proxy.ts'

let certificate: Certificate
let site: LocalServer
let siteUrl: string
let proxy: HttpsProxy
let received: { readonly headers: IncomingHttpHeaders; readonly body: string }[]
let siteResponse: {
  readonly headers: Record<string, string | string[]>
  readonly body: string | Buffer
}

const otherUrl = 'http://127.0.0.1:1'

beforeEach(async () => {
  certificate = getLocalCertificate(createTestFolder())
  received = []
  siteResponse = { headers: { 'Content-Type': 'text/html' }, body: '' }
  site = await startLocalServer(async (sentRequest, response) => {
    received.push({ headers: sentRequest.headers, body: await text(sentRequest) })
    response.writeHead(200, siteResponse.headers).end(siteResponse.body)
  })
  siteUrl = site.url.replace('127.0.0.1', 'localhost')
  proxy = await startHttpsProxy({
    urls: [siteUrl, `${otherUrl}/sdk`],
    port: 19_600,
    certificate,
    headers: () => ({ 'X-Added': 'yes' }),
    blocked: /^\/images\//,
  })
})
afterEach(() => Promise.all([proxy.stop(), site.stop()]))

async function sendRequest(path: string, headers: Record<string, string> = {}, body?: string) {
  const sentRequest = request(proxy.toHttpsUrl(siteUrl) + path, {
    method: body === undefined ? 'GET' : 'POST',
    ca: certificate.cert,
    headers,
    agent: false,
  })
  sentRequest.end(body)
  const [response] = await once(sentRequest, 'response')
  return { status: response.statusCode, headers: response.headers, body: await text(response) }
}

describe('a stack over https', () => {
  it('translates every address in pages, headers and queries', async () => {
    const query = encodeURIComponent(`${siteUrl}/story`)
    siteResponse = {
      headers: {
        'Content-Type': 'text/html; charset=utf-8',
        'Content-Length': '0',
        Location: `${siteUrl}/login`,
        'Set-Cookie': ['a=1; Secure', 'b=2'],
      },
      body: '',
    }
    const body = `<a href="${siteUrl}/x">${otherUrl} ${otherUrl}2 https://share.example/?u=${query}</a>`
    siteResponse = {
      ...siteResponse,
      headers: { ...siteResponse.headers, 'Content-Length': `${body.length}` },
      body,
    }
    const secure = proxy.toHttpsUrl(siteUrl)
    const answered = await sendRequest('/')
    expect(answered.body).toBe(
      `<a href="${secure}/x">${proxy.toHttpsUrl(otherUrl)} ${otherUrl}2 https://share.example/?u=${encodeURIComponent(`${secure}/story`)}</a>`,
    )
    expect(answered.headers.location).toBe(`${secure}/login`)
    expect(answered.headers['set-cookie']).toEqual(['a=1; Secure', 'b=2'])
  })

  it('sends requests and their bodies as if the browser had used http', async () => {
    const secure = proxy.toHttpsUrl(siteUrl)
    const headers = { Origin: secure, Referer: `${secure}/login`, 'Accept-Encoding': 'gzip' }
    await sendRequest('/api/session', headers, '{"idToken":"x"}')
    const [{ headers: receivedHeaders, body }] = received as [(typeof received)[0]]
    expect(body).toBe('{"idToken":"x"}')
    expect(receivedHeaders).toMatchObject({
      host: new URL(siteUrl).host,
      origin: siteUrl,
      referer: `${siteUrl}/login`,
      'x-added': 'yes',
    })
    expect(receivedHeaders).not.toHaveProperty('accept-encoding')
  })

  it('reads text that was compressed without a request for compression', async () => {
    siteResponse = {
      headers: { 'Content-Type': 'text/html', 'Content-Encoding': 'gzip' },
      body: gzipSync(`at ${siteUrl}`),
    }
    const answered = await sendRequest('/api/article')
    expect(answered.headers).not.toHaveProperty('content-encoding')
    expect(answered.body).toBe(`at ${proxy.toHttpsUrl(siteUrl)}`)
  })

  it('leaves other content unchanged', async () => {
    siteResponse = { headers: { 'Content-Type': 'font/woff2' }, body: `${siteUrl} \x00` }
    expect((await sendRequest('/font')).body).toBe(siteResponse.body)
  })

  it('never tells a browser to use https for all of localhost', async () => {
    const header = { 'Strict-Transport-Security': 'max-age=63072000; includeSubDomains' }
    siteResponse = { headers: { 'Content-Type': 'text/html', ...header }, body: '' }
    expect((await sendRequest('/')).headers).not.toHaveProperty('strict-transport-security')
  })

  it('doesn’t forward blocked paths', async () => {
    expect((await sendRequest('/images/a/640')).status).toBe(404)
    expect(received).toEqual([])
  })

  it('refuses connections while disconnected', async () => {
    await proxy.disconnect()
    await expect(sendRequest('/')).rejects.toMatchObject({ code: 'ECONNREFUSED' })
    await proxy.reconnect()
    expect((await sendRequest('/')).status).toBe(200)
  })

  it('closes the connection if the site is gone', async () => {
    await site.stop()
    await expect(sendRequest('/')).rejects.toMatchObject({ code: 'ECONNRESET' })
  })

  it('has no address for an unknown origin', () => {
    expect(() => proxy.toHttpsUrl('http://localhost:2')).toThrow('isn’t served over https')
  })
})
