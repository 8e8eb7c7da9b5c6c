/** The Worker in one process, with staff, a bucket of pictures, and the documents that a story needs. */
import type { DeskDocument } from '../../../src/contracts/endpoints/document-endpoints.ts'
import { keyringSchema } from '../../../src/contracts/signing/keyring.ts'
import { deriveSealingKeys } from '../../../src/contracts/signing/sealed-body.ts'
import { StaffHarness } from '../../staff/testing/staff-harness.ts'
import { unlimitedRateLimits } from '../../testing/fake-rate-limits.ts'
import type { Browser } from '../../testing/reader-harness.ts'
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

type Picture = { readonly bytes: ArrayBuffer; readonly customMetadata?: Record<string, string> }

export class DocumentsHarness extends StaffHarness {
  readonly pictures: Map<string, Picture>
  /** Happens before the bucket stores a picture. */
  whilePutting: () => Promise<void> = async () => {}
  private readonly queued: unknown[]

  constructor() {
    const pictures = new Map<string, Picture>()
    const queued: unknown[] = []
    const bucket: {
      call<Value>(make: () => Value): Promise<Value>
      whilePutting: () => Promise<void>
    } = { call: async (make) => make(), whilePutting: async () => {} }
    const find = (key: string) => {
      const stored = pictures.get(key)
      if (!stored) return null
      const { bytes, ...rest } = stored
      return { ...rest, body: new Response(bytes).body, json: () => new Response(bytes).json() }
    }
    const MEDIA = {
      get: (key: string) => bucket.call(() => find(key)),
      head: (key: string) => bucket.call(() => find(key)),
      delete: (key: string) => bucket.call(() => void pictures.delete(key)),
      async put(key: string, value: BodyInit, { onlyIf, ...options }: R2PutOptions = {}) {
        const bytes = await new Response(value).arrayBuffer()
        await bucket.whilePutting()
        return bucket.call(() => {
          if (onlyIf && pictures.has(key)) return null
          pictures.set(key, { ...options, bytes })
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

const root = '/api/desk/documents'

/** One person's calls about one document. */
export function openDesk({ send }: Browser, slug = 'fathers-in-pencil', collection = 'articles') {
  const path = `${root}/${collection}/${slug}`
  return {
    get: () => send('GET', path),
    async read(): Promise<DeskDocument> {
      return (await (await send('GET', path)).json()) as DeskDocument
    },
    save: (change: object = {}) =>
      send('PUT', `${path}/draft`, {
        fields: textFields,
        body,
        revision: 0,
        base: null,
        ...change,
      }),
    remove: () => send('DELETE', `${path}/draft`),
    post: (what: string, content?: object) => send('POST', `${path}/${what}`, content),
    send,
    path,
  }
}
