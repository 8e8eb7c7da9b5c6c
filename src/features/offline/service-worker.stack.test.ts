import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { createEdgeClient } from '../../../functions/testing/edge-client.ts'
import { findAssets } from './page-assets.ts'
import { offlinePath, serviceWorkerPath } from './service-worker-scope.ts'

const client = createEdgeClient()

it('the service worker is one small, uncached script at the root', async () => {
  const response = await client.request(serviceWorkerPath)
  const script = await response.text()
  expect(response.status).toBe(200)
  expect(response.headers.get('Content-Type')).toMatch(/^text\/javascript/)
  expect(response.headers.get('Cache-Control')).toMatch(/max-age=0/)
  expect(script).not.toMatch(/\b(?:import|importScripts)\s*[("'{]/)
  expect(brotliCompressSync(script).length).toBeLessThan(3072)
})

it('the service worker caches everything that the offline page needs', async () => {
  const html = await (await client.request(offlinePath)).text()
  expect(html).not.toContain('/images/')
  const assets = findAssets(html)
  expect(assets.filter((path) => path.endsWith('.woff2')).length).toBeGreaterThan(0)
  for (const path of assets) expect((await client.request(path)).status).toBe(200)
})
