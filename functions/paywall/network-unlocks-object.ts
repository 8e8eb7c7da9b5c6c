/** The Durable Object of one network and day, named by the hash of both (network-limit.ts). */
import { DurableObject } from 'cloudflare:workers'
import { type NetworkAnswer, type NetworkRequest, recordOnNetwork } from './network-unlock-log.ts'

/** Milliseconds from the first unlock until its day has ended everywhere. */
const lifetime = 2 * 24 * 60 * 60 * 1000

export class NetworkUnlocks extends DurableObject {
  async record(request: NetworkRequest): Promise<NetworkAnswer> {
    const { storage } = this.ctx
    if ((await storage.getAlarm()) === null) await storage.setAlarm(Date.now() + lifetime)
    return recordOnNetwork(storage.kv, request)
  }

  override async alarm() {
    await this.ctx.storage.deleteAll()
  }
}
