/** The issues' Durable Objects, in one process. Like Cloudflare's, each handles one call at a time. */
import { type SendingCommandName, sendingCommands } from '../sending-log.ts'
import type { SendingStorage } from '../sending-records.ts'
import type { SendingNamespace } from '../sendings.ts'

export function createMemorySendings() {
  const objects = new Map<string, Map<string, unknown>>()
  const namespace: SendingNamespace = {
    idFromName: (name) => name,
    get(name: never) {
      const entries = objects.get(name) ?? new Map<string, unknown>()
      objects.set(name, entries)
      return {
        run(command: string, input: unknown) {
          const run = sendingCommands[command as SendingCommandName] as (
            storage: SendingStorage,
            input: unknown,
          ) => unknown
          return structuredClone(run(createStorage(entries), structuredClone(input)))
        },
      }
    },
  }
  return { objects, namespace }
}

function createStorage(entries: Map<string, unknown>): SendingStorage {
  return {
    get: <Value>(key: string) => structuredClone(entries.get(key)) as Value | undefined,
    put: (key, value) => void entries.set(key, structuredClone(value)),
    *list<Value>({ prefix }: { prefix: string }) {
      for (const key of [...entries.keys()].sort())
        if (key.startsWith(prefix))
          yield [key, structuredClone(entries.get(key)) as Value] as [string, Value]
    },
  }
}
