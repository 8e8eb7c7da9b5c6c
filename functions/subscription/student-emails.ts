/**
 * `studentEmails/{hash of a student address}`: when confirmation emails were sent to it, so that nobody can flood an
 * inbox. Stores no address.
 */
import { z } from 'zod'
import { addEmailTime, getEmailTimesEnd, isEmailAllowed } from '../../src/domain/email-limits.ts'
import { fail, type Result, succeed } from '../../src/domain/result.ts'
import { normaliseAcademicAddress } from '../../src/domain/subscription/academic-address.ts'
import {
  createSafeWrite,
  type Firestore,
  type FirestoreFailure,
} from '../platform/adapters/firestore.ts'
import { hashParts } from '../platform/hash-parts.ts'

/** Null for an address that isn't academic. */
export async function hashStudentAddress(email: string): Promise<string | null> {
  const address = normaliseAcademicAddress(email)
  return address && hashParts('student', address)
}

export const getStudentEmailsPath = (student: string) => `studentEmails/${student}`

const studentEmailsSchema = z.object({
  /** The latest last. */
  sentAt: z.array(z.date()),
})

/** Retries of the optimistic lock: the first request that is stored leaves no room for others. */
const maxAttempts = 3

type CountedEmail = { readonly takeBack: () => Promise<Result<unknown, FirestoreFailure>> }

/**
 * Counts an email before it's sent, so that simultaneous requests send one. Null if the limits don't allow it. Costs a
 * database read and a write.
 */
export async function countStudentEmail(
  firestore: Firestore,
  student: string,
  now: Date,
): Promise<Result<CountedEmail | null, FirestoreFailure>> {
  const path = getStudentEmailsPath(student)
  for (let attempt = 0; attempt < maxAttempts; attempt++) {
    const stored = await firestore.get(path)
    if (!stored.ok) return stored
    // A malformed one is replaced.
    const earlier = studentEmailsSchema.safeParse(stored.value?.fields).data?.sentAt ?? []
    if (!isEmailAllowed(earlier, now)) return succeed(null)
    const expiresAt = getEmailTimesEnd(now)
    const fields = { sentAt: addEmailTime(earlier, now), expiresAt }
    const written = await firestore.commit([
      createSafeWrite(path, stored.value?.updateTime, fields),
    ])
    if (written.ok) {
      const updateTime = written.value.updateTimes[0]!
      const takeBack = () =>
        firestore.commit([createSafeWrite(path, updateTime, { sentAt: earlier, expiresAt })])
      return succeed({ takeBack })
    }
    if (written.failure.kind !== 'conflict') return written
  }
  return fail({ kind: 'conflict' })
}
