/** Prints the Worker's responses at optional parts' addresses, for the publication that is loaded, as a JSON list. */
import { createTokens } from '../../../functions/identity/session-tokens.ts'
import { createErrorPageCache } from '../../../functions/pages/error-page-cache.ts'
import { unlimitedRateLimits } from '../../../functions/testing/fake-rate-limits.ts'
import { createApp } from '../../../functions/testing/route-table.ts'

const origin = 'https://publication.test'

const app = createApp({
  tokens: createTokens({ current: 1, secrets: new Map([[1, new Uint8Array(32)]]) }),
  now: () => new Date(),
  log: () => {},
  loadTags: async () => [],
  buildManifest: { findRedirect: async () => null },
  errorPages: createErrorPageCache(),
  renderPage: async () => new Response('Not found', { status: 404 }),
})
const execution = { waitUntil() {}, passThroughOnException() {}, props: {} }

async function findStatus(method: string, path: string): Promise<string> {
  const init = { method, headers: { Origin: origin } }
  const { status } = await app.request(origin + path, init, unlimitedRateLimits, execution)
  return `${method} ${path}: ${status}`
}

console.log(
  JSON.stringify([
    await findStatus('PUT', '/api/referral'),
    await findStatus('GET', '/r/abcdefghjk'),
    await findStatus('GET', '/r/abcdefghjk/'),
    await findStatus('POST', '/api/student'),
    await findStatus('POST', '/api/student/confirmation'),
    await findStatus('GET', '/api/saved'),
  ]),
)
