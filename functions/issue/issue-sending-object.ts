/** An issue's Durable Object, named by its slug. */
import { DurableObject } from 'cloudflare:workers'
import { type SendingCommandName, sendingCommands } from './sending-log.ts'

export class IssueSending extends DurableObject {
  run(name: SendingCommandName, input: unknown): unknown {
    const command = sendingCommands[name] as (storage: unknown, input: unknown) => unknown
    return command(this.ctx.storage.kv, input)
  }
}
