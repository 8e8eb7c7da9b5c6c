/**
 * `studentEmails/{hash of a student address}`: when confirmation emails were sent to it. An email postponed by the
 * limits is stored in the outbox, with the address.
 */
import { normaliseAcademicAddress } from '../../src/domain/subscription/academic-address.ts'
import { hashParts } from '../platform/hash-parts.ts'

/** Returns null for an address that isn't academic. */
export async function hashStudentAddress(email: string): Promise<string | null> {
  const address = normaliseAcademicAddress(email)
  return address && hashParts('student', address)
}

const getPath = (hash: string) => `studentEmails/${hash}`

const findSpellingsPath = async (student: string) =>
  getPath(await hashParts('student spelling', student))

/** Spellings with tags are counted separately, as in `hashInbox`, because they may reach nobody. */
export async function findStudentEmailsPath(student: string, email: string): Promise<string> {
  const isPlain = normaliseAcademicAddress(email) === email.trim().toLowerCase()
  return isPlain ? getPath(student) : findSpellingsPath(student)
}

/** `path` is the document in which the email is counted. */
export const getPostponedPath = (path: string) =>
  path.replace('studentEmails/', 'outbox/student-email-')

export const listStudentEmailsPaths = async (student: string): Promise<readonly string[]> => [
  getPath(student),
  await findSpellingsPath(student),
]
