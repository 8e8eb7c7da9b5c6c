import { z } from 'zod'
import { weeklyLeads, welcomeSteps } from './answers.ts'
import { noPreferences, preferencesSchema } from './preferences.ts'

/** Characters of a name: of the first one as of the last. */
export const longestName = 100

/** A name as somebody types it, as it is kept. May be empty: nobody has to give one. */
export const nameSchema = z
  .string()
  .max(1000)
  .transform((typed) => typed.normalize('NFC').replaceAll(/\s+/gu, ' ').trim())
  .pipe(
    z
      .string()
      .max(longestName)
      // Control characters, private ones, and halves of characters are in nobody's name.
      .regex(/^[^\p{Cc}\p{Cs}\p{Co}\p{Cn}]*$/u),
  )

const welcomeSchema = z.object({
  /** The farthest that they have come to. */
  step: z.enum(welcomeSteps).nullable().default(null),
  finishedAt: z.date().nullable().default(null),
})

const weeklySchema = z.object({
  /** What they asked for with this account. Once their address is verified, the list itself says. */
  wanted: z.boolean().default(false),
  leadsWith: z.enum(weeklyLeads).default('editors'),
})

/** `users/{uid}`: what the publication knows of a reader. Fields are named as the API gives them. */
export const readerSchema = z.object({
  first_name: z.string().max(longestName),
  last_name: z.string().max(longestName),
  email: z.string().max(320),
  /** Whether the sign-in service has seen that the address is theirs. */
  emailVerified: z.boolean().default(false),
  createdAt: z.date(),
  /** Sessions that began before it are over, on whatever device. */
  sessionsEndedAt: z.date().nullable().default(null),
  preferences: preferencesSchema.default(noPreferences),
  welcome: welcomeSchema.default(welcomeSchema.parse({})),
  weekly: weeklySchema.default(weeklySchema.parse({})),
  /** They want to be forgotten since then: nobody is signed in with this record any more. */
  leavingAt: z.date().nullable().default(null),
})

export type Reader = z.infer<typeof readerSchema>

/** Whether a session that began at `since` still says who its bearer is. */
export function sessionStands(
  { sessionsEndedAt, leavingAt }: Pick<Reader, 'sessionsEndedAt' | 'leavingAt'>,
  since: Date,
): boolean {
  return leavingAt === null && (sessionsEndedAt === null || since >= sessionsEndedAt)
}
