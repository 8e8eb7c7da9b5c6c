import { type IncomingMessage, request } from 'node:http'

/**
 * Sends only the first part of an upload, whose length may be unknown (null).
 *
 * `reset`: the response may be lost if the request isn't read to its end, because closing the connection resets it (RFC
 * 9112, 9.6).
 */
export function beginUpload(url: string, headers: Record<string, string>, length: number | null) {
  const sized = length === null ? headers : { ...headers, 'Content-Length': String(length) }
  const asked = request(url, { method: 'PUT', headers: sized })
  const status = new Promise<number | undefined | 'reset'>((resolve) => {
    // A 500 from wrangler's local proxy, which isn't JSON, also means that its connection to the Worker has ended.
    const isOfWorker = ({ headers }: IncomingMessage) =>
      headers['content-type']?.startsWith('application/json')
    asked.on('response', (response) =>
      resolve(isOfWorker(response) ? response.statusCode : 'reset'),
    )
    asked.on('error', () => resolve('reset'))
  })
  asked.write(Buffer.alloc(65_536))
  return { status, end: () => asked.destroy() }
}
