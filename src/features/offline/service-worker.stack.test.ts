import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { edgeClient } from '../../../functions/edge-client.ts'
import { offlinePath, serviceWorkerPath } from '../../contracts/offline.ts'
import { assetsNamedIn } from './assets.ts'

const client = edgeClient()

it('the service worker is one small script at the root, and asked for anew each time', async () => {
  const response = await client.request(serviceWorkerPath)
  const script = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('Cache-Control')).toMatch(/max-age=0/)
  expect(script).not.toMatch(/\b(?:import|importScripts)\s*[("'{]/)
  expect(brotliCompressSync(script).length).toBeLessThan(3072)
})

it('the offline page is whole by what it names itself', async () => {
  const html = await (await client.request(offlinePath)).text()
  expect(html).not.toContain('/images/')
  const assets = assetsNamedIn(html)
  expect(assets.filter((path) => path.endsWith('.woff2')).length).toBeGreaterThan(0)
  for (const path of assets) expect((await client.request(path)).status).toBe(200)
})
