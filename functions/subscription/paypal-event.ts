import { z } from 'zod'
import { parseJson } from '../../src/domain/parse-json.ts'

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.record(z.string(), z.unknown()),
})
export type PayPalEvent = z.infer<typeof eventSchema>

export function parsePayPalEvent(text: string): PayPalEvent | null {
  return eventSchema.safeParse(parseJson(text)).data ?? null
}
