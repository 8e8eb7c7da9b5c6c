/**
 * The stand-in's HTTP side: the part of Firestore's v1 REST protocol that this project uses. Any
 * bearer token opens everything, as the service account of production does, so it listens on this
 * machine only. Must never be reachable from elsewhere.
 */
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import { fail, type Result, succeed } from '../../../src/domain/result.ts'
import type { Indexes } from './composite-index.ts'
import { type Failure, failureAnswer, notDoneHere } from './failure.ts'
import { getDocument, methods } from './methods.ts'
import { databaseOf } from './names.ts'
import { check, parentName } from './requests.ts'
import { openStore, type Store } from './store.ts'

/** Bytes of a request. What production says, too. */
const largestRequest = 11_534_336

const refuse = (message: string) => fail<Failure>({ status: 'INVALID_ARGUMENT', message })

const isDone = (method: string): method is keyof typeof methods => Object.hasOwn(methods, method)

/** The protocol's other names for what is asked of a document's or collection's address. */
const plainMethods: Readonly<Record<string, string>> = {
  POST: 'CreateDocument',
  PATCH: 'UpdateDocument',
  DELETE: 'DeleteDocument',
}

function decoded(pathname: string): string | null {
  try {
    return decodeURIComponent(pathname)
  } catch {
    return null
  }
}

async function bodyOf(request: IncomingMessage): Promise<Result<unknown, Failure>> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of request) {
    size += chunk.length
    if (size <= largestRequest) chunks.push(chunk)
  }
  if (size > largestRequest)
    return refuse(`Request payload size exceeds the limit: ${largestRequest} bytes.`)
  try {
    return succeed(JSON.parse(Buffer.concat(chunks).toString() || '{}'))
  } catch {
    return refuse('The request is not JSON.')
  }
}

async function answer(store: Store, request: IncomingMessage): Promise<Result<string, Failure>> {
  const url = new URL(request.url ?? '/', 'http://localhost')
  const body = await bodyOf(request)
  if (!body.ok) return body
  if (!/^Bearer ./.test(request.headers.authorization ?? '')) {
    return fail({ status: 'PERMISSION_DENIED', message: 'Missing or insufficient permissions.' })
  }
  const path = decoded(url.pathname)
  if (path === null) return refuse('The address is not encoded as addresses are.')
  const [, name = '', method] =
    /^\/v1\/(projects\/[^/]+\/databases\/[^/]+\/documents.*?)(?::([a-zA-Z]+))?$/s.exec(path) ?? []
  if (!name) return fail(notDoneHere(path))
  if (request.method === 'GET') {
    const isCollection = name.slice(databaseOf(name).length).split('/').length % 2 === 0
    const asked = path.slice('/v1/'.length)
    return isCollection
      ? fail(notDoneHere('ListDocuments'))
      : getDocument(store, asked, url.searchParams)
  }
  if (request.method !== 'POST' || !method) {
    return fail(notDoneHere(plainMethods[request.method ?? ''] ?? `${request.method}`))
  }
  if (!isDone(method)) return fail(notDoneHere(method))
  const parent = check(parentName, name)
  if (!parent.ok) return parent
  return methods[method](store, parent.value, body.value)
}

export type FirestoreStandIn = { readonly host: string; stop(): Promise<void> }

/** Serves the documents of `file`, which is made where it is missing. Port 0 takes any free one. */
export async function startFirestoreStandIn(options: {
  readonly port: number
  readonly file: string
  readonly indexes?: Indexes
}): Promise<FirestoreStandIn> {
  const store = openStore(options.file, options.indexes)
  const server = createServer(async (request, response) => {
    const result = await answer(store, request).catch((error) => {
      console.error(error)
      return fail<Failure>({
        status: 'INTERNAL',
        message: 'The stand-in has a defect: see its log.',
      })
    })
    const { code, body } = result.ok
      ? { code: 200, body: result.value }
      : failureAnswer(result.failure)
    response.writeHead(code, { 'Content-Type': 'application/json; charset=UTF-8' }).end(body)
  })
  // Closing an idle connection races with the client's next request on it, which then fails.
  server.keepAliveTimeout = 0
  try {
    await once(server.listen(options.port, '127.0.0.1'), 'listening')
  } catch (error) {
    store.close()
    throw error
  }
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : options.port
  return {
    host: `127.0.0.1:${port}`,
    async stop() {
      const closed = new Promise((resolve) => server.close(resolve))
      server.closeAllConnections()
      await closed
      store.close()
    },
  }
}
