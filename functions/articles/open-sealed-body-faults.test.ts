import { expect, it } from 'vitest'
import { keyringSchema } from '../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { BodyDeps } from './body-deps.ts'
import { openSealedBody } from './open-sealed-body.ts'

it('a body that no key decrypts is an internal error, and is logged', async () => {
  const logged: object[] = []
  const deps: Partial<BodyDeps> = {
    bodyCache: { get: () => undefined, set: () => {} },
    buildManifest: { findSealedBody: async () => ({ kind: 'file' }) } as never,
    env: { ASSETS: { fetch: async () => new Response('\u0001\u0009') } } as never,
    request: new Request('https://verandah.example'),
    sealingKeys: deriveSealingKeys(keyringSchema.parse(`1:${'A'.repeat(43)}`)),
    log: (event, details) => void logged.push({ event, ...details }),
  }
  const opened = await openSealedBody(deps as BodyDeps, 'dal')
  expect(opened).toMatchObject({ failure: { code: 'internal' } })
  expect(logged).toEqual([{ event: 'sealed_body_unreadable', slug: 'dal' }])
})
