/** Calls the issues' Durable Objects. */
import type { SendingCommands } from './sending-log.ts'

/** Cloudflare's namespace, or a test's. */
export type SendingNamespace = {
  idFromName(name: string): unknown
  get(id: never): { run(name: string, input: unknown): unknown }
}

export type Sendings = {
  /** Throws if the object is unavailable. */
  call<Name extends keyof SendingCommands>(
    slug: string,
    name: Name,
    ...input: SendingInput<Name>
  ): Promise<ReturnType<SendingCommands[Name]>>
}

export type SendingInput<Name extends keyof SendingCommands> =
  Parameters<SendingCommands[Name]> extends [unknown, infer Input] ? [input: Input] : []

export function createSendings(objects: SendingNamespace): Sendings {
  return {
    async call(slug, name, ...[input]) {
      const object = objects.get(objects.idFromName(slug) as never)
      return (await object.run(name, input)) as ReturnType<SendingCommands[typeof name]>
    },
  }
}
