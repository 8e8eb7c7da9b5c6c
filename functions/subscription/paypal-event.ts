import { z } from 'zod'

const eventSchema = z.object({
  id: z.string().min(1).max(100),
  event_type: z.string().min(1).max(100),
  resource: z.record(z.string(), z.unknown()),
})
export type PayPalEvent = z.infer<typeof eventSchema>

export function parsePayPalEvent(text: string): PayPalEvent | null {
  try {
    return eventSchema.safeParse(JSON.parse(text)).data ?? null
  } catch {
    return null
  }
}
