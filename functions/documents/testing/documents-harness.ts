/** The Worker in one process, with staff, a bucket of pictures, and the documents that a story needs. */
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../../src/contracts/signing/sealed-body.ts'
import { uploadPartBytes } from '../../../src/domain/upload-limits.ts'
import { StaffHarness } from '../../staff/testing/staff-harness.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import { FaultError } from '../../testing/interruptible-services.ts'
import type { Browser } from '../../testing/reader-harness.ts'
import { siteUrl } from '../../testing/worker-harness.ts'
import { publishScheduledDrafts } from '../scheduled-drafts.ts'

const picture = 'a-boat-0123456789abcdef'

export const textFields = {
  title: 'Fathers in pencil',
  dek: 'What they drew.',
  category: 'food',
  tags: [],
  authors: ['mira-bai'],
  image: { id: picture, alt: 'A boat', credit: 'Us', width: 1200, height: 800 },
}

export const body = 'They drew boats.\n\n<!-- more -->\n\nAnd then they stopped.\n'

const sealingKeys = deriveSealingKeys(keyringSchema.parse(`1:${'a'.repeat(43)}`))

type Picture = {
  readonly bytes: ArrayBuffer
  readonly customMetadata?: Record<string, string>
  readonly httpMetadata?: unknown
  readonly uploaded?: Date
}

export class DocumentsHarness extends StaffHarness {
  readonly pictures: Map<string, Picture>
  /** Called before the bucket stores a picture. */
  whilePutting: () => Promise<void> = async () => {}
  private readonly queued: unknown[]

  constructor() {
    const pictures = new Map<string, Picture>()
    const queued: unknown[] = []
    const bucket: {
      call<Value>(make: () => Value): Promise<Value>
      whilePutting: () => Promise<void>
      now: () => Date
    } = { call: async (make) => make(), whilePutting: async () => {}, now: () => new Date(0) }
    const find = (key: string) => {
      const stored = pictures.get(key)
      if (!stored) return null
      const { bytes, ...rest } = stored
      const read = () => new Response(bytes)
      return {
        ...rest,
        size: bytes.byteLength,
        body: read().body,
        json: () => read().json(),
        arrayBuffer: () => read().arrayBuffer(),
      }
    }
    const MEDIA = {
      get: (key: string) => bucket.call(() => find(key)),
      head: (key: string) => bucket.call(() => find(key)),
      delete: (keys: string | readonly string[]) =>
        bucket.call(() => {
          for (const key of [keys].flat()) pictures.delete(key)
        }),
      list: ({ prefix = '' }: R2ListOptions) =>
        bucket.call(() => ({
          objects: [...pictures]
            .filter(([key]) => key.startsWith(prefix))
            .map(([key, { uploaded = new Date(0) }]) => ({ key, uploaded })),
        })),
      async put(key: string, value: BodyInit, { onlyIf, ...options }: R2PutOptions = {}) {
        const bytes = await new Response(value).arrayBuffer()
        await bucket.whilePutting()
        return bucket.call(() => {
          if (onlyIf && pictures.has(key)) return null
          pictures.set(key, { ...options, bytes, uploaded: bucket.now() })
          return find(key)
        })
      },
    }
    const REBUILDS = { send: (message: unknown) => bucket.call(() => void queued.push(message)) }
    const IMAGES = {
      input: () => ({ transform: () => ({ output: async () => ({ image: () => 'A variant' }) }) }),
    }
    super({
      services: { sealingKeys },
      rateLimits: { ...unlimitedRateLimits, IMAGES, MEDIA, REBUILDS },
    })
    bucket.call = (make) => this.call(async () => make(), 'networks')
    bucket.whilePutting = () => this.whilePutting()
    bucket.now = () => this.now
    this.pictures = pictures
    this.queued = queued
  }

  get isInterrupted() {
    return this.faultError !== null
  }

  get rebuilds() {
    return this.queued.length
  }

  async prepare() {
    await this.store({
      'authors/mira-bai': { name: 'Mira Bai', body: '', updatedAt: this.now },
    })
    this.storePicture(picture, false)
    return this
  }

  storePicture(id: string, isClosed: boolean) {
    const customMetadata: Record<string, string> = isClosed ? { closed: '1' } : {}
    this.pictures.set(id, { bytes: new ArrayBuffer(1), customMetadata })
  }

  readonly isOpen = (id: string) => this.pictures.get(id)?.customMetadata?.closed === undefined

  async runSchedule() {
    const run = { hasTime: () => true }
    return publishScheduledDrafts(
      { ...this.deps, env: this.env, recentChanges: this.recentChanges },
      run,
    )
  }
}

/** Uploads a file in parts and completes the upload, as the desk's pages do. */
export async function uploadFile(
  harness: DocumentsHarness,
  { cookies }: Browser,
  bytes: Uint8Array<ArrayBuffer>,
  { name, kind = 'pictures' }: { readonly name: string; readonly kind?: 'pictures' | 'recordings' },
): Promise<Response> {
  const upload = Buffer.from(await crypto.subtle.digest('SHA-256', bytes)).toString('hex')
  const send = async (method: string, path: string, body: BodyInit, type: string) => {
    const headers = { Origin: siteUrl, Cookie: cookies.format(), 'Content-Type': type }
    const response = await harness.request(path, { method, body, headers })
    // The response is lost.
    if (harness.isInterrupted) throw new FaultError()
    return response
  }
  for (let at = 0; at < bytes.length; at += uploadPartBytes) {
    const part = bytes.slice(at, at + uploadPartBytes)
    const path = `/api/desk/uploads/${upload}/${at / uploadPartBytes}`
    const stored = await send('PUT', path, part, 'application/octet-stream')
    if (!stored.ok) return stored
  }
  const content = JSON.stringify({ upload, name, size: bytes.length })
  return send('POST', `/api/desk/${kind}`, content, 'application/json')
}

const root = '/api/desk/documents'

/** Returns one person's calls for one document. */
export function openDesk({ send }: Browser, slug = 'fathers-in-pencil', collection = 'articles') {
  const path = `${root}/${collection}/${slug}`
  let base: unknown = null
  return {
    get: () => send('GET', path),
    async read(): Promise<DeskDocument> {
      return (await (await send('GET', path)).json()) as DeskDocument
    },
    save(change: object = {}) {
      const draft = { fields: textFields, body, revision: 0, base: null, ...change }
      base = draft.base
      return send('PUT', `${path}/draft`, draft)
    },
    remove: () => send('DELETE', `${path}/draft`),
    /** Names the base of the last save. */
    post(what: string, content?: object) {
      const isAboutDraft = what === 'publish' || what === 'submit'
      return send('POST', `${path}/${what}`, isAboutDraft ? { base, ...content } : content)
    },
    send,
    path,
  }
}
