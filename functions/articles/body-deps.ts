import type { SealingKeys } from '../../src/contracts/signing/sealed-body.ts'
import type { Deps } from '../identity/edge-context.ts'
import type { LruCache } from '../platform/lru-cache.ts'
import type { BuildManifest } from '../publishing/build-manifest.ts'

export type BodyDeps = Deps & {
  /** Decrypted bodies, for handlers that have checked the entitlement. */
  readonly bodyCache: LruCache<string, Uint8Array<ArrayBuffer>>
  readonly buildManifest: BuildManifest
  readonly sealingKeys: Promise<SealingKeys>
}
