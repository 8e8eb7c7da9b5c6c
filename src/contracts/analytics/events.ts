/** Browser code imports only types from this file. */
import type { z } from 'zod'
import { accountEvents } from './account-events.ts'
import { articleEvents } from './article-events.ts'
import { navigationEvents } from './navigation-events.ts'
import { newsletterEvents } from './newsletter-events.ts'
import { subscriptionEvents } from './subscription-events.ts'

export const eventSchemas = {
  ...articleEvents,
  ...navigationEvents,
  ...accountEvents,
  ...newsletterEvents,
  ...subscriptionEvents,
} as const

export type EventName = keyof typeof eventSchemas
export type EventPayload<Name extends EventName> = z.infer<(typeof eventSchemas)[Name]>
