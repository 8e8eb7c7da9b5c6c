/**
 * The Worker's image handlers in one process, with a bucket and a Cloudflare Images binding that can fail, and with
 * data centres' caches.
 */
import { vi } from 'vitest'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../../src/contracts/signing/sealed-body.ts'
import { importSigningKeys } from '../../../src/contracts/signing/signed-token.ts'
import { resolveEntitlement } from '../../../src/domain/subscription/entitlement.ts'
import { createApp } from '../../app/routes.ts'
import type { Services } from '../../app/services.ts'
import type { Bindings } from '../../identity/edge-context.ts'
import { createOutageTracker } from '../../identity/outage-tracker.ts'
import { createTokens } from '../../identity/session-tokens.ts'
import { checkLog } from '../../testing/check-log.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'

type StoredObject = {
  readonly body: unknown
  readonly customMetadata?: Record<string, string>
  readonly httpMetadata?: { readonly contentType: string }
}
type PutOptions = Partial<StoredObject> & { readonly onlyIf?: { etagDoesNotMatch: '*' } }

export const site = 'https://verandah.example'
const keyring = keyringSchema.parse(`1:${'a'.repeat(43)}`)
export const deskKeys = importSigningKeys(keyring)

export class ImagesHarness {
  now = new Date('2026-03-01T10:00:00Z')
  bucket: Map<string, StoredObject>
  /** The number of bucket calls so far. `fault` names the call that fails, before or after it has taken effect. */
  calls = 0
  fault: { readonly call: number; readonly isCallMade: boolean } | null = null
  /** Calls `run` before the bucket call numbered `call`. */
  interruption: { readonly call: number; readonly run: () => Promise<unknown> } | null = null
  whileMaking: () => Promise<unknown> = async () => {}
  whileStoring: () => Promise<unknown> = async () => {}
  /** Variants requested from Images. */
  readonly made: string[] = []
  /** Formats that Images can't create. `hanging` contains those that it never finishes. */
  readonly failing = new Set<string>()
  readonly hanging = new Set<string>()
  readonly logged: string[] = []
  private readonly background: Promise<unknown>[] = []
  readonly tokens = createTokens(keyring)
  readonly sealingKeys = deriveSealingKeys(keyring)
  private isolate!: ReturnType<typeof createApp>

  constructor(stored: Readonly<Record<string, StoredObject>>) {
    this.bucket = new Map(Object.entries(stored))
    this.moveToNewDataCentre()
  }

  private async call<Value>(make: () => Value | Promise<Value>): Promise<Value> {
    if (this.calls + 1 === this.interruption?.call) {
      const { run } = this.interruption
      this.interruption = null
      await run()
    }
    const isFaulty = ++this.calls === this.fault?.call
    if (isFaulty && !this.fault!.isCallMade) throw new Error('R2 is down')
    const value = await make()
    if (isFaulty) throw new Error('R2 is down')
    return value
  }

  find(key: string) {
    const stored = this.bucket.get(key)
    if (!stored) return null
    const response = () => new Response(stored.body as BodyInit)
    const size = new Blob([stored.body as string]).size
    const httpEtag = `"${key}"`
    return { ...stored, key, size, httpEtag, body: response().body, json: () => response().json() }
  }

  private readonly media = {
    get: (key: string, { range }: { range?: { offset: number; length: number } } = {}) =>
      this.call(async () => {
        const found = this.find(key)
        if (!found || !range) return found
        const bytes = await new Response(found.body).arrayBuffer()
        const part = bytes.slice(range.offset, range.offset + range.length)
        return { ...found, body: new Response(part).body }
      }),
    head: (key: string) => this.call(() => this.find(key)),
    put: async (key: string, value: unknown, { onlyIf, ...options }: PutOptions = {}) => {
      const body = await new Response(value as BodyInit).arrayBuffer()
      if (!key.includes('/')) await this.whileStoring()
      return this.call(() => {
        if (onlyIf && this.bucket.has(key)) return null
        this.bucket.set(key, { ...options, body })
        return this.find(key)
      })
    },
    list: ({ prefix = '', delimiter, cursor = '' }: R2ListOptions) =>
      this.call(() => {
        const keys = [...this.bucket.keys()]
          .filter((key) => key.startsWith(prefix) && key > cursor)
          .filter((key) => !delimiter || !key.slice(prefix.length).includes(delimiter))
          .sort()
        // Small pages simulate a bucket with thousands of images.
        const page = keys.slice(0, delimiter ? 1 : 1000)
        return {
          objects: page.map((key) => ({ key })),
          truncated: page.length < keys.length,
          cursor: page.at(-1),
        }
      }),
    delete: (keys: string | string[]) =>
      this.call(() => {
        for (const key of [keys].flat()) this.bucket.delete(key)
      }),
  }

  private readonly images = {
    input: (original: ReadableStream) => ({
      transform: ({ width, height }: ImageTransform) => ({
        output: async ({ format }: { format: string }) => {
          const variant = `${width}${height ? `x${height}` : ''} ${format}`
          this.made.push(variant)
          if (this.failing.has(format)) throw new Error('cannot be made')
          if (this.hanging.has(format)) await new Promise(() => {})
          const bytes = `${await new Response(original).text()} ${variant}`
          await this.whileMaking()
          return { image: () => new Response(bytes).body }
        },
      }),
    }),
  }

  readonly env = {
    MEDIA: this.media,
    IMAGES: this.images,
    ...unlimitedRateLimits,
  } as unknown as Bindings

  private readonly execution = {
    waitUntil: (work: Promise<unknown>) => void this.background.push(work),
    passThroughOnException() {},
  } as unknown as ExecutionContext

  /** Each data centre has a separate cache, which ignores Vary, like Cloudflare's. */
  moveToNewDataCentre() {
    const cache = new Map<string, Response>()
    vi.stubGlobal('caches', {
      default: {
        match: async ({ url }: Request) => cache.get(url)?.clone(),
        put: async ({ url }: Request, response: Response) => void cache.set(url, response),
      },
    })
    this.isolate = createApp({
      tokens: this.tokens,
      sealingKeys: this.sealingKeys,
      deskKeys,
      outageTracker: createOutageTracker(),
      now: () => this.now,
      log: (event, details) => {
        checkLog(event, details)
        this.logged.push(event)
      },
    } as Partial<Services> as Services)
  }

  /** Creates a subscriber's cookies. */
  async createSubscriberCookie() {
    const entitlement = { ...resolveEntitlement(null, this.now), entitled: true }
    const session = await this.tokens.issueSession('ama', this.now, this.now)
    const pass = await this.tokens.issuePass('ama', entitlement, this.now)
    return `__Host-session=${session}; __Host-pass=${pass}`
  }

  async request(path: string, init: RequestInit) {
    return this.isolate.request(site + path, init, this.env, this.execution)
  }

  async finishBackground() {
    while (this.background.length > 0) await Promise.all(this.background.splice(0))
  }

  listKeys = () => [...this.bucket.keys()].sort()
}
