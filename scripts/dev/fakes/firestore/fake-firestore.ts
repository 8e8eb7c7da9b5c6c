/**
 * The part of Firestore's v1 REST protocol that this project uses, over HTTP. Any bearer token may read
 * and write everything, like the service account in production.
 */
import type { IncomingMessage } from 'node:http'
import { fail, type Result } from '../../../../src/domain/result.ts'
import { readBody, startFakeServer } from '../fake-server.ts'
import type { Indexes } from './composite-index.ts'
import { type DocumentStore, openDocumentStore } from './document-store.ts'
import { parseRequest } from './request-schemas.ts'
import { parentName } from './resource-names.ts'
import { type Failure, toErrorResponse } from './rpc-failure.ts'
import { getDocument, methods } from './rpc-methods.ts'

/** Bytes of a request; production's own limit. */
const maxRequestBytes = 11_534_336

const failInvalid = (message: string) => fail<Failure>({ status: 'INVALID_ARGUMENT', message })

const isSupported = (method: string): method is keyof typeof methods =>
  Object.hasOwn(methods, method)

async function handleRequest(
  store: DocumentStore,
  request: IncomingMessage,
): Promise<Result<string, Failure>> {
  const { pathname } = new URL(request.url ?? '/', 'http://localhost')
  const text = await readBody(request, maxRequestBytes)
  if (text === null)
    return failInvalid(`Request payload size exceeds the limit: ${maxRequestBytes} bytes.`)
  if (!/^Bearer ./.test(request.headers.authorization ?? ''))
    return fail({ status: 'PERMISSION_DENIED', message: 'Missing or insufficient permissions.' })
  const path = decodeURIComponent(pathname)
  const [, name = '', method] =
    /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents.*?)(?::([a-zA-Z]+))?$/s.exec(path) ?? []
  if (name && request.method === 'GET') return getDocument(store, path.slice('/v1/'.length))
  if (request.method !== 'POST' || !method || !isSupported(method))
    return failInvalid(`The fake has no ${request.method} ${path}`)
  const parent = parseRequest(parentName, name)
  if (!parent.ok) return parent
  return methods[method](store, parent.value, JSON.parse(text))
}

export type FakeFirestore = { readonly host: string; stop(): Promise<void> }

/** Serves the documents of `file`, which is created if missing. Port 0 means any free port. */
export async function startFakeFirestore(options: {
  readonly port: number
  readonly file: string
  readonly indexes?: Indexes
}): Promise<FakeFirestore> {
  const store = openDocumentStore(options.file, options.indexes)
  try {
    const server = await startFakeServer(options.port, async (request, response) => {
      const result = await handleRequest(store, request)
      const { code, body } = result.ok
        ? { code: 200, body: result.value }
        : toErrorResponse(result.failure)
      response.writeHead(code, { 'Content-Type': 'application/json; charset=UTF-8' }).end(body)
    })
    return {
      host: `127.0.0.1:${server.port}`,
      async stop() {
        await server.stop()
        store.close()
      },
    }
  } catch (error) {
    store.close()
    throw error
  }
}
