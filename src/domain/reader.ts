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
  /** The address that the reader has asked to change to, until the change takes effect. */
  requestedEmail: z.string().max(320).nullable().default(null),
  /** Verified addresses that the account had before, newest first: a change can be undone. */
  formerEmails: z.array(z.string().max(320)).default([]),
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

/** The address of an account, as the sign-in service reports it. */
export type AccountAddress = Pick<Reader, 'email' | 'emailVerified'>

/** An address that was changed several times can be recovered by an email to any of these. */
const mostFormerEmails = 5

const isSameAddress = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/**
 * Whether the account may have this address. A verified address belongs to its owner, and only the
 * owner changes it: to the address requested here, or back to an earlier one. An unverified address
 * has no owner yet.
 */
export function mayHaveAddress(
  { email, emailVerified, requestedEmail, formerEmails }: Reader,
  address: AccountAddress,
): boolean {
  if (!emailVerified || isSameAddress(email, address.email)) return true
  if (!address.emailVerified) return false
  const own = requestedEmail === null ? formerEmails : [requestedEmail, ...formerEmails]
  return own.some((email) => isSameAddress(email, address.email))
}

/**
 * The fields of a reader whose account has this address. The first verification ends whatever was
 * requested or noted before, because that may have been somebody else's doing.
 */
export function withAddress(
  reader: Reader,
  { email, emailVerified }: AccountAddress,
): AccountAddress & Pick<Reader, 'requestedEmail' | 'formerEmails'> {
  const { requestedEmail, formerEmails } = reader
  if (!reader.emailVerified) {
    return {
      email,
      emailVerified,
      requestedEmail: emailVerified ? null : requestedEmail,
      formerEmails: [],
    }
  }
  if (isSameAddress(reader.email, email)) {
    return { email, emailVerified: true, requestedEmail, formerEmails }
  }
  const others = formerEmails.filter((former) => !isSameAddress(former, email))
  return {
    email,
    emailVerified,
    requestedEmail: null,
    formerEmails: [reader.email, ...others].slice(0, mostFormerEmails),
  }
}

/** Whether a session that began at `since` still says who its bearer is. */
export function sessionStands(
  { sessionsEndedAt, leavingAt }: Pick<Reader, 'sessionsEndedAt' | 'leavingAt'>,
  since: Date,
): boolean {
  return leavingAt === null && (sessionsEndedAt === null || since >= sessionsEndedAt)
}
