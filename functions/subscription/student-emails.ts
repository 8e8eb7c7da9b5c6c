/** `studentEmails/{hash of a student address}`: when confirmation emails were sent to it. */
import { normaliseAcademicAddress } from '../../src/domain/subscription/academic-address.ts'
import { hashParts } from '../platform/hash-parts.ts'

/** Null for an address that isn't academic. */
export async function hashStudentAddress(email: string): Promise<string | null> {
  const address = normaliseAcademicAddress(email)
  return address && hashParts('student', address)
}

export const getStudentEmailsPath = (student: string) => `studentEmails/${student}`
