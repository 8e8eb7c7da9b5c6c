import { z } from 'zod'
import { isName, maxNameLength, normalizeName } from './name-and-email.ts'
import { storedUnlocksSchema } from './paywall/stored-unlock.ts'
import { weeklyLeads, welcomeSteps } from './preferences/preferences.ts'
import {
  defaultStoredPreferences,
  storedPreferencesSchema,
} from './preferences/stored-preferences.ts'
import { staffRoles } from './staff/staff.ts'
import { storedAttributionSchema } from './statistics/attribution.ts'

export const nameSchema = z.string().max(1000).transform(normalizeName).refine(isName)

const welcomeSchema = z.object({
  step: z.enum(welcomeSteps).nullable().default(null),
  finishedAt: z.date().nullable().default(null),
})

const weeklySchema = z.object({
  /** Whether the reader has requested The Weekly in this account. Once the address is verified, the list decides. */
  isOn: z.boolean().default(false),
  leadsWith: z.enum(weeklyLeads).default('editors'),
})

/** A reader, stored as `users/{uid}`. The API uses the same field names. */
export const readerSchema = z.object({
  first_name: z.string().max(maxNameLength),
  last_name: z.string().max(maxNameLength),
  email: z.string().max(320),
  emailVerified: z.boolean().default(false),
  /** The requested new address, until the change takes effect. */
  requestedEmail: z.string().max(320).nullable().default(null),
  /** Earlier verified addresses, newest first, so that a change can be undone. */
  formerEmails: z.array(z.string().max(320)).default([]),
  createdAt: z.date(),
  /** The origin of the visit in which the account was created. */
  attribution: storedAttributionSchema,
  /** Sessions that started before this time have ended, on all devices. */
  sessionsEndedAt: z.date().nullable().default(null),
  preferences: storedPreferencesSchema.default(defaultStoredPreferences),
  welcome: welcomeSchema.default(welcomeSchema.parse({})),
  weekly: weeklySchema.default(weeklySchema.parse({})),
  /** Stories unlocked through the meter with this account. */
  unlocks: storedUnlocksSchema,
  unlocksEndAt: z.date().nullable().default(null),
  /** The role of a person who works for the publication, granted by operators (`desk role`). */
  role: z.enum(staffRoles).nullable().default(null),
  /** Set once a deletion was requested: all sessions have ended, and the cron job deletes the account. */
  deletionRequestedAt: z.date().nullable().default(null),
})

export type Reader = z.infer<typeof readerSchema>

export const getFullName = ({ first_name, last_name }: Pick<Reader, 'first_name' | 'last_name'>) =>
  [first_name, last_name].filter(Boolean).join(' ')

export type AccountEmail = Pick<Reader, 'email' | 'emailVerified'>

/** An email to any of these addresses can recover the account after several changes. */
const maxFormerEmails = 5

export const isSameAddress = (one: string, other: string) =>
  one.toLowerCase() === other.toLowerCase()

/**
 * Whether the account may change to this address. The owner of a verified address can change it to the requested one,
 * or back to an earlier one. An unverified address has no owner yet.
 */
export function canHaveAddress(
  { email, emailVerified, requestedEmail, formerEmails }: Reader,
  address: AccountEmail,
): boolean {
  if (!emailVerified || isSameAddress(email, address.email)) return true
  if (!address.emailVerified) return false
  const ownAddresses = requestedEmail === null ? formerEmails : [requestedEmail, ...formerEmails]
  return ownAddresses.some((email) => isSameAddress(email, address.email))
}

/** Whether this address would replace one that its owner has verified. */
export const replacesVerifiedAddress = ({ email, emailVerified }: AccountEmail, newEmail: string) =>
  emailVerified && !isSameAddress(email, newEmail)

/** The first verification clears requested and former addresses, because somebody else may have set them. */
export function applyAddress(
  reader: Reader,
  { email, emailVerified }: AccountEmail,
): AccountEmail & Pick<Reader, 'requestedEmail' | 'formerEmails'> {
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
    formerEmails: [reader.email, ...others].slice(0, maxFormerEmails),
  }
}

export function isSessionValid(
  { sessionsEndedAt, deletionRequestedAt }: Pick<Reader, 'sessionsEndedAt' | 'deletionRequestedAt'>,
  startedAt: Date,
): boolean {
  return deletionRequestedAt === null && (sessionsEndedAt === null || startedAt >= sessionsEndedAt)
}
