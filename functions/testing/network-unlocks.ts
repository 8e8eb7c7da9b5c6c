/** The networks' Durable Objects, in one process. Like Cloudflare's, each handles one call at a time. */
import {
  type NetworkRequest,
  type NetworkStorage,
  recordOnNetwork,
} from '../paywall/network-unlock-log.ts'

export function createNetworkUnlocks(
  call: <Value>(make: () => Promise<Value>) => Promise<Value> = (make) => make(),
) {
  const objects = new Map<string, Map<string, unknown>>()
  return {
    objects,
    idFromName: (name: string) => name,
    get(name: string) {
      const entries = objects.get(name) ?? new Map<string, unknown>()
      objects.set(name, entries)
      const storage: NetworkStorage = {
        get: <Value>(key: string) => structuredClone(entries.get(key)) as Value | undefined,
        put: (key, value) => void entries.set(key, structuredClone(value)),
      }
      return {
        record: (request: NetworkRequest) =>
          call(async () => structuredClone(recordOnNetwork(storage, structuredClone(request)))),
      }
    },
  }
}
