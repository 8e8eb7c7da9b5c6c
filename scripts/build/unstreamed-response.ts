/**
 * A Response whose text or bytes are read as they were given. The platform's own puts them into a stream and copies
 * them out of it, which is a tenth of the time to render a page. For processes that render pages to files.
 */
const PlatformResponse = Response

export class UnstreamedResponse extends PlatformResponse {
  readonly content: Uint8Array | null

  constructor(body?: BodyInit | null, init?: ResponseInit) {
    const content =
      typeof body === 'string' ? Buffer.from(body) : body instanceof Uint8Array ? body : null
    super(content ? null : body, init)
    this.content = content
  }

  /** Responses that `fetch` or `Response.json` creates are instances too, because Astro asks with `instanceof`. */
  static override [Symbol.hasInstance](value: unknown) {
    return value instanceof PlatformResponse
  }

  /** Astro only asks whether there is one. */
  override get body() {
    return this.content ? unreadableBody : super.body
  }

  override async arrayBuffer() {
    if (this.content) throw new Error(unreadable)
    return super.arrayBuffer()
  }

  override async text() {
    if (this.content) throw new Error(unreadable)
    return super.text()
  }
}

const unreadable = 'This response has no stream. Read it with readContent.'

/** Without this error, whoever reads it, such as another version of Astro, would wait or write an empty page. */
const unreadableBody = new ReadableStream<Uint8Array<ArrayBuffer>>(
  {
    pull() {
      throw new Error(unreadable)
    },
  },
  { highWaterMark: 0 },
)

/** The bytes themselves, not a copy, if the response was created after `createResponsesWithoutStreams`. */
export async function readContent(response: Response): Promise<Uint8Array> {
  const { content } = response as Partial<UnstreamedResponse>
  return content ?? new Uint8Array(await response.arrayBuffer())
}

export function createResponsesWithoutStreams() {
  globalThis.Response = UnstreamedResponse
}
