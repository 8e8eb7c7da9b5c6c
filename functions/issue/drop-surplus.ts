/** Ends the freeze: drops newcomers above the limit who may be one person (surplus.ts). */
import { countRecipients } from '../../src/domain/issue/audience.ts'
import { dropFromChunk } from '../../src/domain/issue/chunk.ts'
import { finishFreezing, type Sending } from '../../src/domain/issue/sending.ts'
import { selectSurplus } from '../../src/domain/issue/surplus.ts'
import { listNewcomers, readChunk, type SendingStorage, writeChunk } from './sending-records.ts'

export function finishFreeze(storage: SendingStorage, before: Sending, now: number): Sending {
  let sending = finishFreezing(before, now)
  if (sending.frozenAt === before.frozenAt) return sending
  const surplus = selectSurplus([...listNewcomers(storage)], countRecipients(sending.audience))
  for (const [id, dropped] of Map.groupBy(surplus, ({ chunk }) => chunk)) {
    const chunk = readChunk(storage, id)!
    const drops = dropped.map(({ position }) => [position, 'surplus'] as const)
    sending = writeChunk(storage, sending, id, chunk, dropFromChunk(chunk, drops))
  }
  return sending
}
