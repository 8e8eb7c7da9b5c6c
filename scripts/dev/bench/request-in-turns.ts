/**
 * Sends requests to several servers in turns, one at a time, so that other work on the machine slows all of them alike.
 */
import { Agent, get } from 'node:http'
import { finished } from 'node:stream/promises'
import { summarise } from './figure.ts'

type Request = { readonly url: string; readonly headers: Readonly<Record<string, string>> }

/** Returns the milliseconds until the whole response has arrived. Throws unless its status is 200. */
function measureResponse({ url, headers }: Request, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  return new Promise((resolve, reject) => {
    const request = get(url, { headers, agent }, (response) => {
      if (response.statusCode !== 200) reject(new Error(`${url}: ${response.statusCode}`))
      // A connection that breaks in the middle of a response is an error too.
      finished(response.resume()).then(() => resolve(performance.now() - startedAt), reject)
    })
    request.on('error', reject)
  })
}

/** Returns the median for each server, in milliseconds. */
export async function requestInTurns<Name>(
  servers: ReadonlyMap<Name, () => Request>,
  seconds: number,
): Promise<ReadonlyMap<Name, number>> {
  const agent = new Agent({ keepAlive: true })
  const times = new Map([...servers.keys()].map((name) => [name, [] as number[]]))
  const end = performance.now() + seconds * 1000
  try {
    do {
      // The order changes each time, because the first request to a process after a pause is slower.
      const shuffled = [...servers]
        .map((server) => ({ server, order: Math.random() }))
        .sort((one, other) => one.order - other.order)
      for (const { server } of shuffled) {
        const [name, createRequest] = server
        times.get(name)!.push(await measureResponse(createRequest(), agent))
      }
    } while (performance.now() < end)
  } finally {
    agent.destroy()
  }
  return new Map([...times].map(([name, values]) => [name, summarise(values)!.median]))
}
