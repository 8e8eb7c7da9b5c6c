/** Asks the service whether an email has arrived. Amazon and Cloudflare have no call for one email. */
import { z } from 'zod'
import type { SetupContext } from '../run/step.ts'
import { connectPostmark } from './postmark-step.ts'
import { connectResend } from './resend-step.ts'

type Delivery = 'delivered' | 'refused' | 'on its way'

/** Null if the service doesn't say. */
export type FindDelivery = (
  context: SetupContext,
  address: string,
  since: Date,
) => Promise<Delivery | null>

/** `delivered` and `refused` are the service's names of events. */
function judge(
  events: readonly string[],
  delivered: readonly string[],
  refused: readonly string[],
): Delivery {
  if (events.some((event) => delivered.includes(event))) return 'delivered'
  return events.some((event) => refused.includes(event)) ? 'refused' : 'on its way'
}

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Tolerates a clock that differs from the service's. */
const minute = 60_000
const isAfter = (time: string, since: Date) => Date.parse(time) >= since.getTime() - minute

const resendSchema = z.object({
  data: z.array(
    z.object({
      to: z.array(z.string()).default([]),
      created_at: z.string(),
      last_event: z.string().nullish(),
    }),
  ),
})

export const findResendDelivery: FindDelivery = async (context, address, since) => {
  const list = await connectResend(context).read('/emails?limit=100', resendSchema)
  if (!list) return null
  const events = list.data
    .filter(
      ({ to, created_at }) => to.some((one) => isSame(one, address)) && isAfter(created_at, since),
    )
    .map(({ last_event }) => last_event ?? '')
  // An email that was opened or complained about has arrived.
  const delivered = ['delivered', 'opened', 'clicked', 'complained']
  return judge(events, delivered, ['bounced', 'failed', 'suppressed', 'canceled'])
}

const postmarkListSchema = z.object({
  Messages: z.array(z.object({ MessageID: z.string(), ReceivedAt: z.string() })).default([]),
})
const postmarkDetailsSchema = z.object({
  MessageEvents: z.array(z.object({ Type: z.string() })).default([]),
})

export const findPostmarkDelivery: FindDelivery = async (context, address, since) => {
  const server = connectPostmark(context, 'Server', context.secrets.require('MAIL_KEY'))
  const query = `count=20&offset=0&recipient=${encodeURIComponent(address)}`
  const list = await server.read(`/messages/outbound?${query}`, postmarkListSchema)
  if (!list) return null
  const events: string[] = []
  for (const { MessageID, ReceivedAt } of list.Messages) {
    if (!isAfter(ReceivedAt, since)) continue
    const path = `/messages/outbound/${MessageID}/details`
    const details = await server.read(path, postmarkDetailsSchema)
    events.push(...(details?.MessageEvents ?? []).map(({ Type }) => Type))
  }
  return judge(events, ['Delivered', 'Opened', 'LinkClicked'], ['Bounced'])
}
